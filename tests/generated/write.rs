//! An independent writer: files of values, with the mistakes that are possible in them.

use super::data::Data;
use super::file::{Block, Body, Edit, Entry, Expr, ExprKind, Id, Item, KeyForm, Label, is_identifier};
use super::model::{CONTENT, Content, DefKind, Field, Form, Model, SORT, TAG, Tagging, Ty};
use super::random::Random;

/// The kinds of mistakes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    WrongType,
    OutOfRange,
    Null,
    UnknownVariable,
    Misspelled,
    Missing,
    Conversion,
    WrongTag,
}

/// A mistake, and the error that it causes.
#[derive(Clone, Debug)]
pub struct Mistake {
    pub kind: Kind,
    pub edit: Edit,
    /// The part that contains the location of the error.
    pub place: Id,
    /// The possible paths of the error. The first one is that of the mistake itself.
    pub paths: Vec<String>,
    /// The part that is changed, and those that cannot be decoded because of the mistake.
    covers: Id,
    /// The parts around the mistake.
    around: Vec<Id>,
    /// The innermost part that reports one error only.
    single: Option<Id>,
    /// Whether it is no mistake in HCL JSON.
    pub is_native: bool,
    /// Where the mistake is: the types around it, from the outermost.
    pub features: Vec<&'static str>,
}

impl Mistake {
    /// Returns the part that is changed, or that cannot be decoded because of the mistake.
    pub fn covers(&self) -> Id {
        self.covers
    }

    /// Returns whether each of two mistakes has its own error.
    pub fn is_independent_of(&self, other: &Self) -> bool {
        self.covers != other.covers
            && !self.around.contains(&other.covers)
            && !other.around.contains(&self.covers)
            && (self.single.is_none() || !self.shares_single(other))
            && (other.single.is_none() || !other.shares_single(self))
    }

    fn shares_single(&self, other: &Self) -> bool {
        self.single.is_some_and(|single| other.around.contains(&single))
    }
}

/// A file of a value.
pub struct Written {
    pub body: Body,
    pub mistakes: Vec<Mistake>,
    /// Whether HCL JSON has a form of it.
    pub has_json: bool,
    /// The features of the types and forms of the file.
    pub features: Vec<&'static str>,
}

/// Writes a value as a file, if the value has such a form.
pub fn write(model: &Model, ty: &Ty, data: &Data, random: Random) -> Option<Written> {
    let mut writer = Writer {
        model,
        random,
        next: 0,
        mistakes: Vec::new(),
        has_json: true,
        has_form: true,
        features: Vec::new(),
    };
    let id = writer.id();
    let frame = Frame { holder: id, around: vec![id], ..Frame::default() };
    let items = match (ty, data) {
        (Ty::Def(index), Data::Struct(values)) => {
            let DefKind::Struct { fields, denies_unknown } = &model.defs[*index].kind else { unreachable!() };
            writer.body_items(fields, values, &frame, *denies_unknown)
        }
        (Ty::Seq(ty), Data::Seq(items)) => writer.mixed_items(ty, items, &frame),
        _ => unreachable!("a root is a struct or a sequence of enums"),
    };
    let Writer { mistakes, has_json, has_form, features, .. } = writer;
    has_form.then_some(Written { body: Body { id, items }, mistakes, has_json, features })
}

struct Writer<'m> {
    model: &'m Model,
    random: Random,
    next: Id,
    mistakes: Vec<Mistake>,
    has_json: bool,
    has_form: bool,
    features: Vec<&'static str>,
}

/// What is around a value.
#[derive(Clone, Default)]
struct Frame {
    path: String,
    around: Vec<Id>,
    features: Vec<&'static str>,
    /// The part of the innermost body or object.
    holder: Id,
    /// The innermost member that serde does not buffer, and its path, if it buffers the value.
    buffered: Option<(Id, String)>,
    /// The innermost untagged enum, and its path.
    untagged: Option<(Id, String)>,
    /// Whether serde buffers the members, as those of a flattened struct.
    buffers_members: bool,
}

impl Frame {
    fn is_buffered(&self) -> bool {
        self.buffered.is_some() || self.buffers_members
    }

    fn member(&self, name: &str, id: Id) -> Self {
        let mut frame = self.part(id);
        let is_plain = is_identifier(name);
        frame.path += match (is_plain, frame.path.is_empty()) {
            (true, false) => ".",
            _ => "",
        };
        frame.path += &if is_plain { name.to_owned() } else { format!("[{name:?}]") };
        if frame.buffers_members {
            frame.buffers_members = false;
            frame = frame.buffered(id);
        }
        frame
    }

    fn element(&self, index: usize, id: Id) -> Self {
        let mut frame = self.part(id);
        frame.path += &format!("[{index}]");
        frame
    }

    fn part(&self, id: Id) -> Self {
        let mut frame = self.clone();
        frame.around.push(id);
        frame
    }

    fn with(&self, feature: &'static str) -> Self {
        let mut frame = self.clone();
        frame.features.push(feature);
        frame
    }

    /// Returns the frame of the members of a type of which serde buffers each member.
    fn buffering(&self) -> Self {
        Self { buffers_members: self.buffered.is_none(), ..self.clone() }
    }

    /// Returns the frame of what serde buffers with a member.
    fn buffered(&self, member: Id) -> Self {
        let mut frame = self.clone();
        let path = frame.path.clone();
        frame.buffered.get_or_insert((member, path));
        frame
    }
}

/// A body has attributes and blocks, an object only attributes.
#[derive(Clone, Copy, PartialEq)]
enum Holder {
    Body,
    Object,
}

/// Returns the form in which the key of an entry of an object is written.
fn key_form(id: Id) -> KeyForm {
    match id % 7 {
        0 => KeyForm::Quoted,
        1 => KeyForm::Escaped,
        2 => KeyForm::Parenthesized,
        _ => KeyForm::Bare,
    }
}

impl Writer<'_> {
    fn id(&mut self) -> Id {
        self.next += 1;
        self.next
    }

    fn expr(&mut self, kind: ExprKind) -> Expr {
        Expr { id: self.id(), kind }
    }

    fn text(&mut self, text: &str) -> Expr {
        self.expr(ExprKind::Text(text.to_owned()))
    }

    fn entry(&mut self, id: Id, name: &str, value: Expr) -> Entry {
        Entry { id, name: name.to_owned(), key: key_form(id), value }
    }

    fn note(&mut self, feature: &'static str) {
        if !self.features.contains(&feature) {
            self.features.push(feature);
        }
    }

    /// Records a possible mistake in a member.
    fn mistake(&mut self, kind: Kind, edit: Edit, frame: &Frame, member: Id, covers: Id, paths: &[&str]) {
        let mut paths: Vec<_> = paths.iter().map(|path| (*path).to_owned()).collect();
        let mut place = member;
        let mut single = None;
        if let Some((id, path)) = &frame.untagged {
            single = Some(*id);
            if kind != Kind::UnknownVariable {
                place = *id;
                paths = vec![path.clone()];
            }
        }
        if let Some((id, path)) = &frame.buffered {
            // The narrowest part that is certain is the member that is not buffered.
            if kind != Kind::UnknownVariable {
                place = *id;
            }
            let full = paths[0].clone();
            let steps =
                full.char_indices().filter(|(at, step)| *at >= path.len() && ['.', '['].contains(step));
            let prefixes: Vec<_> = steps.map(|(at, _)| full[..at].to_owned()).collect();
            paths.extend(prefixes);
            paths.push(path.clone());
        }
        let around = frame.around.clone();
        let features = frame.features.clone();
        self.mistakes.push(Mistake {
            kind,
            edit,
            place,
            paths,
            covers,
            around,
            single,
            is_native: false,
            features,
        });
    }

    /// Writes the fields of a struct as the items of a body.
    fn body_items(
        &mut self,
        fields: &[Field],
        values: &[Data],
        frame: &Frame,
        denies_unknown: bool,
    ) -> Vec<Item> {
        self.members(fields, values, frame, denies_unknown, Holder::Body)
    }

    /// Writes the fields of a struct as the entries of an object.
    fn entries(
        &mut self,
        fields: &[Field],
        values: &[Data],
        frame: &Frame,
        denies_unknown: bool,
    ) -> Vec<Entry> {
        let items = self.members(fields, values, frame, denies_unknown, Holder::Object);
        let entry = |item| match item {
            Item::Attribute(entry) => entry,
            Item::Block(block) => unreachable!("an object has a block {}", block.name),
        };
        items.into_iter().map(entry).collect()
    }

    fn members(
        &mut self,
        fields: &[Field],
        values: &[Data],
        frame: &Frame,
        denies_unknown: bool,
        holder: Holder,
    ) -> Vec<Item> {
        let mut items = Vec::new();
        let is_flat = fields.iter().any(|field| field.form == Form::Flatten);
        let takes_all =
            fields.iter().any(|field| field.form == Form::Flatten && matches!(field.ty, Ty::Map(_)));
        for (field, value) in fields.iter().zip(values) {
            match (&field.form, value) {
                (Form::Label(_) | Form::Labels, _) => {}
                (Form::Flatten, Data::Absent) => {}
                (Form::Flatten, _) => {
                    items.extend(self.flattened(&field.ty, value, &frame.with("flatten"), holder))
                }
                (_, Data::Absent) if frame.untagged.is_some() || !self.random.one_in(3) => {}
                (_, Data::Absent) if matches!(field.form, Form::Plain) && !self.model.is_block(&field.ty) => {
                    let (id, value) = (self.id(), self.expr(ExprKind::Null));
                    self.note("null default");
                    items.push(Item::Attribute(self.entry(id, &field.name, value)));
                }
                (_, Data::Absent) => {}
                (_, Data::None)
                    if field.form != Form::Plain
                        || self.model.is_block(&field.ty)
                        || self.random.one_in(2) => {}
                _ => {
                    let frame = match is_flat {
                        true => frame.with("beside flatten"),
                        false => frame.clone(),
                    };
                    let new = self.field(field, value, &frame, holder);
                    if let [item] = new.as_slice() {
                        self.name_mistakes(field, item, &frame, denies_unknown, takes_all);
                    }
                    items.extend(new);
                }
            }
        }
        items
    }

    /// Records the mistakes that concern the name of a member.
    fn name_mistakes(
        &mut self,
        field: &Field,
        item: &Item,
        frame: &Frame,
        denies_unknown: bool,
        takes_all: bool,
    ) {
        let id = item.id();
        let member = frame.part(id);
        let is_required = !field.has_default && !matches!(field.ty, Ty::Option(_));
        let paths = [frame.path.as_str(), member.path.as_str()];
        if is_required {
            self.mistake(Kind::Missing, Edit::Remove(id), &member, frame.holder, id, &paths[..1]);
        }
        let misspelled = Edit::Rename(id, format!("{}z", field.name));
        if denies_unknown {
            self.mistake(Kind::Misspelled, misspelled, &member, id, id, &paths[..1]);
        } else if is_required && !takes_all {
            self.mistake(Kind::Misspelled, misspelled, &member, frame.holder, id, &paths[..1]);
        }
        if let Item::Attribute(entry) = item
            && is_required
            && !self.takes_null(&field.ty)
        {
            let null = Edit::Replace(entry.value.id, ExprKind::Null);
            let path = frame.member(&field.name, id).path;
            self.mistake(Kind::Null, null, &member, id, id, &[&path, &frame.path]);
            self.note_null_as_blocks(&field.ty);
        }
    }

    /// Records that the last mistake, a null in place of a value of a type, is none in HCL JSON,
    /// where null is an empty list of blocks.
    fn note_null_as_blocks(&mut self, ty: &Ty) {
        if let (Ty::Seq(_) | Ty::Map(_), Some(mistake)) = (ty, self.mistakes.last_mut()) {
            mistake.is_native = true;
        }
    }

    fn takes_null(&self, ty: &Ty) -> bool {
        matches!(ty, Ty::Option(_))
    }

    fn flattened(&mut self, ty: &Ty, data: &Data, frame: &Frame, holder: Holder) -> Vec<Item> {
        match (ty, data) {
            (Ty::Map(ty), Data::Map(entries)) => {
                let mut items = Vec::new();
                for (key, value) in entries {
                    let id = self.id();
                    let frame = frame.member(key, id).with("map").buffered(id);
                    let value = self.member_value(ty, value, &frame, id);
                    items.push(Item::Attribute(self.entry(id, key, value)));
                }
                items
            }
            (Ty::Def(index), Data::Struct(values)) => {
                let DefKind::Struct { fields, .. } = &self.model.defs[*index].kind else { unreachable!() };
                let frame = frame.buffering();
                self.members(fields, values, &frame, false, holder)
            }
            (Ty::Def(index), Data::Variant(variant, values)) => {
                let DefKind::Enum { variants, .. } = &self.model.defs[*index].kind else { unreachable!() };
                let frame = frame.with("internal").buffering();
                let id = self.id();
                let name = variants[*variant].name;
                let tag = self.text(name);
                let tag_frame = frame.part(id);
                let path = frame.member(TAG, id).path;
                let wrong = Edit::Replace(tag.id, ExprKind::Text(format!("{name}z")));
                self.mistake(
                    Kind::WrongTag,
                    wrong,
                    &tag_frame,
                    frame.holder,
                    frame.holder,
                    &[&path, &frame.path],
                );
                let mut items = vec![Item::Attribute(self.entry(id, TAG, tag))];
                items.extend(self.variant_members(&variants[*variant].content, values, &frame, holder));
                items
            }
            _ => unreachable!("{ty:?} is not flattened"),
        }
    }

    fn variant_members(
        &mut self,
        content: &Content,
        values: &[Data],
        frame: &Frame,
        holder: Holder,
    ) -> Vec<Item> {
        match content {
            Content::Struct(fields) => self.members(fields, values, frame, false, holder),
            Content::Newtype(Ty::Def(index)) => {
                let DefKind::Struct { fields, denies_unknown } = &self.model.defs[*index].kind else {
                    unreachable!()
                };
                let Data::Struct(values) = &values[0] else { unreachable!() };
                self.members(fields, values, frame, *denies_unknown, holder)
            }
            _ => Vec::new(),
        }
    }

    /// Writes a field as an attribute or as blocks.
    fn field(&mut self, field: &Field, value: &Data, frame: &Frame, holder: Holder) -> Vec<Item> {
        let has_form = matches!(field.form, Form::Blocks | Form::LabeledBlocks);
        let must = has_form || self.model.is_block(&field.ty);
        let is_empty = matches!(value, Data::Seq(items) if items.is_empty())
            || matches!(value, Data::Map(entries) if entries.is_empty());
        if has_form && is_empty && field.has_default {
            return Vec::new();
        }
        if holder == Holder::Body
            && !is_empty
            && (must || self.random.one_in(if frame.is_buffered() { 8 } else { 2 }))
        {
            let inside = if frame.is_buffered() { frame.with("buffered block") } else { frame.clone() };
            if let Some(blocks) = self.blocks(&field.name, &field.ty, value, &inside) {
                if frame.is_buffered() {
                    self.note("buffered block");
                }
                return blocks;
            }
        }
        self.has_form &= !must || is_empty && !has_form;
        let id = self.id();
        let frame = frame.member(&field.name, id);
        let value = self.member_value(&field.ty, value, &frame, id);
        if holder == Holder::Body && frame.untagged.is_none() && field.ty.is_scalar() {
            self.mistake(Kind::WrongType, Edit::ToBlock(id), &frame, id, id, &[&frame.path]);
        }
        vec![Item::Attribute(self.entry(id, &field.name, value))]
    }

    /// Writes a value as blocks, if it has such a form.
    fn blocks(&mut self, name: &str, ty: &Ty, data: &Data, frame: &Frame) -> Option<Vec<Item>> {
        let mark = (self.mistakes.len(), self.next);
        let blocks = self.try_blocks(name, ty, data, frame);
        if blocks.is_none() {
            self.mistakes.truncate(mark.0);
        }
        blocks
    }

    fn try_blocks(&mut self, name: &str, ty: &Ty, data: &Data, frame: &Frame) -> Option<Vec<Item>> {
        match (ty, data) {
            (Ty::Option(inner), Data::Some(data)) => self.try_blocks(name, inner, data, frame),
            (Ty::Seq(inner), Data::Seq(items)) if !items.is_empty() => {
                let mut blocks = Vec::new();
                for (index, item) in items.iter().enumerate() {
                    let id = self.id();
                    let frame = frame.member(name, id).element(index, id).with("blocks");
                    blocks.push(Item::Block(self.block(id, name, Vec::new(), inner, item, &frame)?));
                }
                Some(blocks)
            }
            (Ty::Map(_), Data::Map(_)) => self.labeled(name, &[], ty, data, frame),
            (Ty::Def(_) | Ty::Labeled(..), _) => {
                let id = self.id();
                let frame = frame.member(name, id).with("block");
                let block = self.block(id, name, Vec::new(), ty, data, &frame)?;
                if block.labels.is_empty() {
                    let wrong = Edit::ToAttribute(id, ExprKind::Text("bad".to_owned()));
                    self.mistake(Kind::WrongType, wrong, &frame, id, id, &[&frame.path]);
                }
                Some(vec![Item::Block(block)])
            }
            _ => None,
        }
    }

    /// Writes a map as blocks with the keys as labels.
    fn labeled(
        &mut self,
        name: &str,
        keys: &[&str],
        ty: &Ty,
        data: &Data,
        frame: &Frame,
    ) -> Option<Vec<Item>> {
        match (ty, data) {
            (Ty::Map(inner), Data::Map(entries)) if !entries.is_empty() => {
                let mut blocks = Vec::new();
                for (key, value) in entries {
                    let keys: Vec<_> = keys.iter().copied().chain([key.as_str()]).collect();
                    blocks.extend(self.labeled(name, &keys, inner, value, frame)?);
                }
                Some(blocks)
            }
            (Ty::Seq(inner), Data::Seq(items)) if !items.is_empty() => {
                let mut blocks = Vec::new();
                for (index, item) in items.iter().enumerate() {
                    blocks.push(self.labeled_block(name, keys, inner, item, frame, Some(index))?);
                }
                Some(blocks)
            }
            (Ty::Def(_), _) => Some(vec![self.labeled_block(name, keys, ty, data, frame, None)?]),
            _ => None,
        }
    }

    fn labeled_block(
        &mut self,
        name: &str,
        keys: &[&str],
        ty: &Ty,
        data: &Data,
        frame: &Frame,
        index: Option<usize>,
    ) -> Option<Item> {
        let Ty::Def(def) = ty else { return None };
        let def = &self.model.defs[*def];
        if !def.is_struct() || def.has_labels() {
            return None;
        }
        let id = self.id();
        let mut frame =
            keys.iter().fold(frame.member(name, id), |frame, key| frame.member(key, id)).with("labeled");
        if let Some(index) = index {
            frame = frame.element(index, id);
        }
        let labels = keys.iter().map(|key| Label { id: self.id(), text: (*key).to_owned() }).collect();
        Some(Item::Block(self.block(id, name, labels, ty, data, &frame)?))
    }

    /// Writes a block of a struct or a variant. The labels of its type follow those that are given.
    fn block(
        &mut self,
        id: Id,
        name: &str,
        mut labels: Vec<Label>,
        ty: &Ty,
        data: &Data,
        frame: &Frame,
    ) -> Option<Block> {
        let body_id = self.id();
        let mut frame = Frame { holder: id, ..frame.clone() };
        let items = match (ty, data) {
            (Ty::Labeled(types, body), Data::Labeled(values, data)) => {
                self.note("Labeled");
                frame = frame.with("Labeled");
                for (ty, value) in types.iter().zip(values) {
                    labels.push(self.label(ty, value, &frame, id));
                }
                let Ty::Def(index) = &**body else { return None };
                let (DefKind::Struct { fields, denies_unknown }, Data::Struct(values)) =
                    (&self.model.defs[*index].kind, &**data)
                else {
                    return None;
                };
                self.body_items(fields, values, &frame, *denies_unknown)
            }
            (Ty::Def(index), Data::Struct(values)) => {
                let DefKind::Struct { fields, denies_unknown } = &self.model.defs[*index].kind else {
                    return None;
                };
                for (field, value) in fields.iter().zip(values) {
                    match (&field.form, &field.ty, value) {
                        (Form::Label(_), ty, value) => {
                            self.note("$label");
                            frame.features.push("$label");
                            labels.push(self.label(ty, value, &frame, id));
                        }
                        (Form::Labels, Ty::Tuple(types), Data::Seq(values)) => {
                            self.note("$labels");
                            frame.features.push("$labels");
                            for (ty, value) in types.iter().zip(values) {
                                labels.push(self.label(ty, value, &frame, id));
                            }
                        }
                        (Form::Labels, Ty::Seq(ty), Data::Seq(values)) => {
                            self.note("$labels");
                            frame.features.push("$labels");
                            self.has_json = false;
                            for value in values {
                                labels.push(self.label(ty, value, &frame, id));
                            }
                        }
                        _ => {}
                    }
                }
                self.body_items(fields, values, &frame, *denies_unknown)
            }
            (Ty::Def(index), Data::Variant(variant, values)) => {
                let DefKind::Enum { tagging, variants } = &self.model.defs[*index].kind else { return None };
                let variant = &variants[*variant];
                match tagging {
                    Tagging::External => {
                        self.note("external block");
                        frame = frame.with("external");
                        let label = self.id();
                        let wrong = Edit::SetLabel(label, format!("{}z", variant.name));
                        self.mistake(Kind::WrongTag, wrong, &frame, id, id, &[&frame.path]);
                        labels.push(Label { id: label, text: variant.name.to_owned() });
                        let frame = frame.member(variant.name, body_id);
                        match &variant.content {
                            Content::Unit => Vec::new(),
                            Content::Struct(fields) => self.body_items(fields, values, &frame, false),
                            Content::Newtype(Ty::Def(index)) if !self.model.defs[*index].has_labels() => {
                                let (DefKind::Struct { fields, denies_unknown }, Data::Struct(values)) =
                                    (&self.model.defs[*index].kind, &values[0])
                                else {
                                    return None;
                                };
                                self.body_items(fields, values, &frame, *denies_unknown)
                            }
                            _ => return None,
                        }
                    }
                    Tagging::Label => {
                        self.note("label tag");
                        frame = frame.with("label tag");
                        let label = self.id();
                        let wrong = Edit::SetLabel(label, format!("{}z", variant.name));
                        self.mistake(Kind::WrongTag, wrong, &frame, id, id, &[&frame.path]);
                        labels.push(Label { id: label, text: variant.name.to_owned() });
                        self.variant_members(&variant.content, values, &frame.buffering(), Holder::Body)
                    }
                    Tagging::Internal => {
                        self.note("internal block");
                        frame = frame.with("internal");
                        let tag = Item::Attribute(self.tag(TAG, variant.name, &frame, id));
                        let members =
                            self.variant_members(&variant.content, values, &frame.buffering(), Holder::Body);
                        [tag].into_iter().chain(members).collect()
                    }
                    Tagging::Adjacent => {
                        self.note("adjacent block");
                        frame = frame.with("adjacent");
                        let tag = Item::Attribute(self.tag(SORT, variant.name, &frame, id));
                        let is_last = self.random.one_in(3);
                        let content_frame =
                            if is_last { frame.with("content first").buffering() } else { frame };
                        let Some(content) =
                            self.adjacent_content(&variant.content, values, &content_frame, Holder::Body)
                        else {
                            return Some(Block {
                                id,
                                name: name.to_owned(),
                                labels,
                                body: Body { id: body_id, items: vec![tag] },
                            });
                        };
                        if is_last { vec![content, tag] } else { vec![tag, content] }
                    }
                    Tagging::Untagged => return None,
                }
            }
            _ => return None,
        };
        Some(Block { id, name: name.to_owned(), labels, body: Body { id: body_id, items } })
    }

    /// Writes the attribute with the tag of an enum, which is the member `member`.
    fn tag(&mut self, name: &str, variant: &str, frame: &Frame, member: Id) -> Entry {
        let id = self.id();
        let value = self.text(variant);
        let tag_frame = frame.part(id);
        let path = frame.member(name, id).path;
        let paths = [path.as_str(), frame.path.as_str()];
        let wrong = Edit::Replace(value.id, ExprKind::Text(format!("{variant}z")));
        self.mistake(Kind::WrongTag, wrong, &tag_frame, member, member, &paths);
        let wrong = Edit::Replace(value.id, ExprKind::List(Vec::new()));
        self.mistake(Kind::WrongType, wrong, &tag_frame, member, member, &paths);
        self.mistake(Kind::Missing, Edit::Remove(id), &tag_frame, member, member, &[&frame.path]);
        self.entry(id, name, value)
    }

    fn adjacent_content(
        &mut self,
        content: &Content,
        values: &[Data],
        frame: &Frame,
        holder: Holder,
    ) -> Option<Item> {
        let id = self.id();
        let frame = frame.member(CONTENT, id);
        if let Content::Struct(fields) = content
            && holder == Holder::Body
            && !frame.is_buffered()
            && self.random.one_in(2)
        {
            let frame = Frame { holder: id, ..frame };
            let body = self.id();
            let items = self.body_items(fields, values, &frame, false);
            let body = Body { id: body, items };
            return Some(Item::Block(Block { id, name: CONTENT.to_owned(), labels: Vec::new(), body }));
        }
        let value = self.content(content, values, &frame, id)?;
        Some(Item::Attribute(self.entry(id, CONTENT, value)))
    }

    fn label(&mut self, ty: &Ty, data: &Data, frame: &Frame, block: Id) -> Label {
        let id = self.id();
        let text = match data {
            Data::Text(text) => text.clone(),
            Data::Number(number) => number.to_string(),
            other => unreachable!("no label: {other:?}"),
        };
        if *ty == Ty::U8 {
            let frame = frame.part(id);
            let wrong = Edit::SetLabel(id, "bad".to_owned());
            self.mistake(Kind::WrongType, wrong, &frame, block, id, &[&frame.path]);
            let wrong = Edit::SetLabel(id, "300".to_owned());
            self.mistake(Kind::OutOfRange, wrong, &frame, block, id, &[&frame.path]);
        }
        Label { id, text }
    }

    /// Writes a sequence of enums as the items of a body.
    fn mixed_items(&mut self, ty: &Ty, items: &[Data], frame: &Frame) -> Vec<Item> {
        let Ty::Def(index) = ty else { unreachable!() };
        let DefKind::Enum { variants, .. } = &self.model.defs[*index].kind else { unreachable!() };
        let frame = frame.with("mixed body");
        let mut written: Vec<Item> = Vec::new();
        // In HCL JSON, the items of one name are one property, so their order with others is lost.
        let names: Vec<_> =
            items.iter().map(|item| matches!(item, Data::Variant(variant, _) if *variant > 0)).collect();
        self.has_json = names.is_sorted() && items.iter().all(|item| !matches!(item, Data::Variant(1, _)));
        for item in items {
            let Data::Variant(variant, values) = item else { unreachable!() };
            let variant = &variants[*variant];
            let id = self.id();
            let frame = frame.member(variant.name, id).with("external");
            let wrong_name = format!("{}z", variant.name);
            let wrong = Edit::Rename(id, wrong_name.clone());
            self.mistake(Kind::WrongTag, wrong, &frame, id, id, &[&wrong_name, ""]);
            match &variant.content {
                content @ (Content::Struct(_) | Content::Unit) => {
                    let frame = Frame { holder: id, ..frame.with("block") };
                    let body = self.id();
                    let items = match content {
                        Content::Struct(fields) => self.body_items(fields, values, &frame, false),
                        _ => Vec::new(),
                    };
                    let body = Body { id: body, items };
                    let block = Block { id, name: variant.name.to_owned(), labels: Vec::new(), body };
                    written.push(Item::Block(block));
                }
                content => {
                    // There is one attribute of a name.
                    self.has_form &= written.iter().all(|item| item.name() != variant.name);
                    let content = self.content(content, values, &frame, id);
                    let content = content.unwrap_or_else(|| unreachable!("a unit is a block"));
                    written.push(Item::Attribute(self.entry(id, variant.name, content)));
                }
            }
        }
        written
    }

    /// Writes the content of a variant as an expression.
    fn content(&mut self, content: &Content, values: &[Data], frame: &Frame, member: Id) -> Option<Expr> {
        match content {
            Content::Unit => None,
            Content::Newtype(ty) => Some(self.member_value(ty, &values[0], frame, member)),
            Content::Tuple(types) => Some(self.tuple(types, values, frame, member)),
            Content::Struct(fields) => Some(self.object(fields, values, frame, member, false)),
        }
    }

    fn object(
        &mut self,
        fields: &[Field],
        values: &[Data],
        frame: &Frame,
        member: Id,
        denies_unknown: bool,
    ) -> Expr {
        let id = self.id();
        let frame = Frame { holder: member, ..frame.with("object") };
        let first = self.mistakes.len();
        let entries = self.entries(fields, values, &frame, denies_unknown);
        self.note_odd_keys(&entries, first);
        Expr { id, kind: ExprKind::Object(entries) }
    }

    /// Records for all mistakes in an object that one of its keys is not a plain name.
    fn note_odd_keys(&mut self, entries: &[Entry], first: usize) {
        let is_odd = |entry: &Entry| {
            let is_plain = is_identifier(&entry.name) && entry.name.is_ascii() && entry.name != "null";
            !is_plain || ![KeyForm::Bare, KeyForm::Quoted].contains(&entry.key)
        };
        if entries.iter().any(is_odd) {
            self.mistakes[first..].iter_mut().for_each(|mistake| mistake.features.insert(0, "odd key"));
        }
    }

    fn tuple(&mut self, types: &[Ty], values: &[Data], frame: &Frame, member: Id) -> Expr {
        let id = self.id();
        let tuple = frame.with("tuple");
        let mut items = Vec::new();
        for (index, (ty, value)) in types.iter().zip(values).enumerate() {
            items.push(self.element(ty, value, index, &tuple));
        }
        let mut longer = items.clone();
        longer.push(Expr { id: self.id(), kind: ExprKind::Bool(true) });
        self.mistake(
            Kind::OutOfRange,
            Edit::Replace(id, ExprKind::List(longer)),
            frame,
            member,
            member,
            &[&frame.path],
        );
        let shorter = items[..items.len() - 1].to_vec();
        self.mistake(
            Kind::OutOfRange,
            Edit::Replace(id, ExprKind::List(shorter)),
            frame,
            member,
            member,
            &[&frame.path],
        );
        Expr { id, kind: ExprKind::List(items) }
    }

    fn element(&mut self, ty: &Ty, data: &Data, index: usize, frame: &Frame) -> Expr {
        // The element is its expression, whose identity has to be known before.
        let id = self.id();
        let frame = frame.element(index, id);
        let mut value = self.member_value(ty, data, &frame, id);
        if !self.takes_null(ty) {
            self.mistake(Kind::Null, Edit::Replace(id, ExprKind::Null), &frame, id, id, &[&frame.path]);
            self.note_null_as_blocks(ty);
        }
        for mistake in &mut self.mistakes {
            mistake.rename(value.id, id);
        }
        value.id = id;
        value
    }

    /// Writes the value of a member, and records the mistakes that are possible in it.
    fn member_value(&mut self, ty: &Ty, data: &Data, frame: &Frame, member: Id) -> Expr {
        let expr = self.value(ty, data, frame, member);
        let id = expr.id;
        let path = frame.path.as_str();
        self.mistake(
            Kind::UnknownVariable,
            Edit::Replace(id, ExprKind::Variable("nope")),
            frame,
            member,
            member,
            &[path],
        );
        let wrong = self.wrong_type(ty, frame.untagged.is_some());
        self.mistake(Kind::WrongType, Edit::Replace(id, wrong), frame, member, member, &[path]);
        let mut inner = ty;
        while let Ty::Option(ty) = inner {
            inner = ty;
        }
        let out_of_range = match inner {
            Ty::U8 => Some(*self.random.pick(&["300", "-1", "1.5"])),
            Ty::I64 => Some("9223372036854775808"),
            Ty::Counted => Some("-1"),
            _ => None,
        };
        if let Some(number) = out_of_range {
            let wrong = Edit::Replace(id, ExprKind::Number(number.to_owned()));
            self.mistake(Kind::OutOfRange, wrong, frame, member, member, &[path]);
        }
        if *inner == Ty::Char {
            let wrong = Edit::Replace(id, ExprKind::Text("ab".to_owned()));
            self.mistake(Kind::OutOfRange, wrong, frame, member, member, &[path]);
        }
        let conversion = match inner {
            Ty::Address => Some(ExprKind::Text("bad".to_owned())),
            Ty::Word => Some(ExprKind::Text("BAD".to_owned())),
            Ty::Even => Some(ExprKind::Number("3".to_owned())),
            _ => None,
        };
        if let Some(wrong) = conversion {
            self.mistake(Kind::Conversion, Edit::Replace(id, wrong), frame, member, member, &[path]);
        }
        expr
    }

    fn wrong_type(&mut self, ty: &Ty, is_untagged: bool) -> ExprKind {
        match ty {
            Ty::Option(inner) => self.wrong_type(inner, is_untagged),
            // A list or a number may be right for another variant.
            Ty::Char | Ty::Text | Ty::Address | Ty::Word if is_untagged => ExprKind::Object(Vec::new()),
            _ if is_untagged => ExprKind::Text("bad".to_owned()),
            Ty::U8 | Ty::I64 | Ty::F64 | Ty::Counted | Ty::Even | Ty::Bool => match self.random.below(3) {
                0 => ExprKind::List(Vec::new()),
                1 => ExprKind::Object(Vec::new()),
                _ => ExprKind::Text("bad".to_owned()),
            },
            Ty::Char | Ty::Text | Ty::Address | Ty::Word => match self.random.below(2) {
                0 => ExprKind::List(Vec::new()),
                _ => ExprKind::Object(Vec::new()),
            },
            Ty::Def(index) if self.model.defs[*index].is(Tagging::Untagged) => {
                ExprKind::Text("bad".to_owned())
            }
            _ => ExprKind::Number("7".to_owned()),
        }
    }

    fn value(&mut self, ty: &Ty, data: &Data, frame: &Frame, member: Id) -> Expr {
        match (ty, data) {
            (_, Data::Number(number)) => self.number(number.to_string(), frame),
            (_, Data::Integer(number)) => self.number(number.to_string(), frame),
            (_, Data::Float(number)) => self.number(format!("{number:?}"), frame),
            (_, Data::Bool(bool)) => self.expr(ExprKind::Bool(*bool)),
            (_, Data::Text(text)) => self.text(text),
            (_, Data::None | Data::Absent) => self.expr(ExprKind::Null),
            (Ty::Option(ty), Data::Some(data)) => self.value(ty, data, frame, member),
            (Ty::Seq(ty), Data::Seq(items)) => {
                let id = self.id();
                let frame = frame.with("list");
                let items = items
                    .iter()
                    .enumerate()
                    .map(|(index, item)| self.element(ty, item, index, &frame))
                    .collect();
                Expr { id, kind: ExprKind::List(items) }
            }
            (Ty::Tuple(types), Data::Seq(items)) => self.tuple(types, items, frame, member),
            (Ty::Map(ty), Data::Map(entries)) => {
                let id = self.id();
                let frame = frame.with("map");
                let first = self.mistakes.len();
                let mut written = Vec::new();
                for (key, value) in entries {
                    let entry = self.id();
                    let frame = frame.member(key, entry);
                    let value = self.member_value(ty, value, &frame, entry);
                    if !self.takes_null(ty) {
                        let null = Edit::Replace(value.id, ExprKind::Null);
                        self.mistake(Kind::Null, null, &frame, entry, entry, &[&frame.path]);
                        self.note_null_as_blocks(ty);
                    }
                    written.push(self.entry(entry, key, value));
                }
                self.note_odd_keys(&written, first);
                Expr { id, kind: ExprKind::Object(written) }
            }
            (Ty::Def(index), _) if self.model.defs[*index].is_block => {
                self.has_form = false;
                self.expr(ExprKind::Null)
            }
            (Ty::Labeled(..), _) => {
                self.has_form = false;
                self.expr(ExprKind::Null)
            }
            (Ty::Def(index), Data::Struct(values)) => {
                let DefKind::Struct { fields, denies_unknown } = &self.model.defs[*index].kind else {
                    unreachable!()
                };
                self.object(fields, values, frame, member, *denies_unknown)
            }
            (Ty::Def(index), Data::Variant(variant, values)) => {
                let DefKind::Enum { tagging, variants } = &self.model.defs[*index].kind else {
                    unreachable!()
                };
                self.variant(
                    *tagging,
                    variants[*variant].name,
                    &variants[*variant].content,
                    values,
                    frame,
                    member,
                )
            }
            _ => unreachable!("{ty:?} {data:?}"),
        }
    }

    fn number(&mut self, number: String, frame: &Frame) -> Expr {
        // A string that is a number is converted, if the type is known.
        let is_text = !frame.is_buffered() && self.random.one_in(8);
        self.expr(if is_text { ExprKind::Text(number) } else { ExprKind::Number(number) })
    }

    fn variant(
        &mut self,
        tagging: Tagging,
        name: &'static str,
        content: &Content,
        values: &[Data],
        frame: &Frame,
        member: Id,
    ) -> Expr {
        let id = self.id();
        match tagging {
            Tagging::External => {
                let frame = frame.with("external");
                let first = self.mistakes.len();
                let entry = self.id();
                let inside = frame.member(name, entry);
                let Some(value) = self.content(content, values, &inside, entry) else {
                    let wrong = Edit::Replace(id, ExprKind::Text(format!("{name}z")));
                    self.mistake(Kind::WrongTag, wrong, &frame, member, member, &[&frame.path]);
                    return Expr { id, kind: ExprKind::Text(name.to_owned()) };
                };
                let wrong = Edit::Rename(entry, format!("{name}z"));
                self.mistake(Kind::WrongTag, wrong, &frame, member, member, &[&frame.path]);
                let entries = vec![self.entry(entry, name, value)];
                self.note_odd_keys(&entries, first);
                Expr { id, kind: ExprKind::Object(entries) }
            }
            Tagging::Internal => {
                let frame = frame.with("internal");
                let first = self.mistakes.len();
                let tag = self.tag(TAG, name, &frame, member);
                let inside = Frame { holder: member, ..frame.buffering() };
                let members = self.variant_members(content, values, &inside, Holder::Object);
                let entries: Vec<_> = [tag].into_iter().chain(attributes(members)).collect();
                self.note_odd_keys(&entries, first);
                Expr { id, kind: ExprKind::Object(entries) }
            }
            Tagging::Adjacent => {
                let frame = frame.with("adjacent");
                let first = self.mistakes.len();
                let tag = self.tag(SORT, name, &frame, member);
                let is_last = self.random.one_in(3);
                let content_frame = if is_last { frame.with("content first").buffering() } else { frame };
                let content = self.adjacent_content(content, values, &content_frame, Holder::Object);
                let content = attributes(content);
                let tag = [tag];
                let entries: Vec<_> = match is_last {
                    true => content.chain(tag).collect(),
                    false => tag.into_iter().chain(content).collect(),
                };
                self.note_odd_keys(&entries, first);
                Expr { id, kind: ExprKind::Object(entries) }
            }
            Tagging::Untagged => {
                let mut frame = frame.with("untagged").buffered(member);
                let path = frame.path.clone();
                frame.untagged.get_or_insert((member, path));
                match self.content(content, values, &frame, member) {
                    Some(expr) => expr,
                    None => unreachable!("no variant without content is generated"),
                }
            }
            Tagging::Label => unreachable!("such an enum is a block"),
        }
    }
}

fn attributes(items: impl IntoIterator<Item = Item>) -> impl Iterator<Item = Entry> {
    items.into_iter().map(|item| match item {
        Item::Attribute(entry) => entry,
        Item::Block(block) => unreachable!("an object has a block {}", block.name),
    })
}

impl Mistake {
    /// Gives a part another identity.
    fn rename(&mut self, old: Id, new: Id) {
        let rename = |id: &mut Id| {
            if *id == old {
                *id = new;
            }
        };
        match &mut self.edit {
            Edit::Replace(id, _)
            | Edit::Remove(id)
            | Edit::Rename(id, _)
            | Edit::SetLabel(id, _)
            | Edit::ToAttribute(id, _)
            | Edit::ToBlock(id) => rename(id),
        }
        rename(&mut self.place);
        rename(&mut self.covers);
        self.around.iter_mut().for_each(rename);
        self.single.iter_mut().for_each(rename);
    }
}
