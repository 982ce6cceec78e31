//! The model of the generated types: a description of each type, from which its Rust source,
//! values, files and mistakes are made. The same seed gives the same model.

use std::fmt::Write;

use super::random::Random;

/// A Rust type.
#[derive(Clone, PartialEq, Debug)]
pub enum Ty {
    U8,
    I64,
    F64,
    Char,
    Bool,
    Text,
    /// A number with its own implementation of `Deserialize`, which counts its visits.
    Counted,
    /// An IP address.
    Address,
    /// An even number, by `try_from`.
    Even,
    /// Lowercase letters, by a visitor of its own.
    Word,
    Option(Box<Ty>),
    Seq(Box<Ty>),
    Map(Box<Ty>),
    Tuple(Vec<Ty>),
    /// `Labeled`, with the types of the labels and of the body.
    Labeled(Vec<Ty>, Box<Ty>),
    /// A struct or an enum of the model.
    Def(usize),
}

/// A struct or an enum.
#[derive(Clone, Debug)]
pub struct Def {
    pub name: String,
    pub kind: DefKind,
    /// Whether the type can only be decoded from a block, since it has labels or blocks.
    pub is_block: bool,
}

#[derive(Clone, Debug)]
pub enum DefKind {
    Struct { fields: Vec<Field>, denies_unknown: bool },
    Enum { tagging: Tagging, variants: Vec<Variant> },
}

#[derive(Clone, Debug)]
pub struct Field {
    /// The name in Rust.
    pub ident: String,
    /// The name in a configuration.
    pub name: String,
    pub ty: Ty,
    pub form: Form,
    pub has_default: bool,
}

/// The way in which a field is decoded.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Form {
    Plain,
    Flatten,
    /// `with = "serde_hcl::with::blocks"`
    Blocks,
    /// `with = "serde_hcl::with::labeled_blocks"`
    LabeledBlocks,
    /// `$label`, `$label.1`
    Label(usize),
    /// `$labels`
    Labels,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Tagging {
    External,
    /// `tag = "kind"`
    Internal,
    /// `tag = "$label"`
    Label,
    /// `tag = "sort", content = "content"`
    Adjacent,
    Untagged,
}

#[derive(Clone, Debug)]
pub struct Variant {
    pub name: &'static str,
    pub content: Content,
}

#[derive(Clone, Debug)]
pub enum Content {
    Unit,
    Newtype(Ty),
    Tuple(Vec<Ty>),
    Struct(Vec<Field>),
}

pub const TAG: &str = "kind";
pub const SORT: &str = "sort";
pub const CONTENT: &str = "content";

/// The types of a seed.
pub struct Model {
    pub defs: Vec<Def>,
    pub roots: Vec<Ty>,
}

/// The number of structs and enums.
const DEFS: usize = 132;
/// The number of levels of types. The types of a level contain those of the levels before.
const LEVELS: usize = 6;

/// Names that are not similar to each other.
const WORDS: &[&str] = &[
    "alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel", "india", "juliet", "kilo",
    "lima", "mike", "november", "oscar", "papa", "quebec", "romeo", "sierra", "tango", "uniform", "victor",
    "whiskey", "xray", "yankee", "zulu",
];

const RENAMED: &[&str] = &["größe", "dash-ed", "名前", "Upper", "under_score"];

const VARIANTS: &[&str] = &["Ant", "Beetle", "Crocodile", "Dog"];

/// What a struct has beside plain fields.
#[derive(Clone, Copy, PartialEq)]
enum Want {
    Plain,
    DenyUnknown,
    Label,
    TwoLabels,
    Labels,
    Blocks,
    LabeledBlocks,
    Flatten,
    FlattenMap,
    Labeled,
    Enum(Tagging),
}

const WANTS: &[Want] = &[
    Want::Plain,
    Want::Enum(Tagging::External),
    Want::DenyUnknown,
    Want::Label,
    Want::Enum(Tagging::Internal),
    Want::Flatten,
    Want::Blocks,
    Want::Enum(Tagging::Adjacent),
    Want::LabeledBlocks,
    Want::DenyUnknown,
    Want::Enum(Tagging::Untagged),
    Want::TwoLabels,
    Want::Labeled,
    Want::FlattenMap,
    Want::Enum(Tagging::Label),
    Want::Labels,
    Want::Plain,
];

/// Makes the types of a seed.
pub fn model(seed: u64) -> Model {
    let mut making = Making { random: Random::new(seed), defs: Vec::new(), starts: Vec::new(), words: 0 };
    for level in 0..LEVELS {
        making.starts.push(making.defs.len());
        let end = DEFS * (level + 1) / LEVELS;
        while making.defs.len() < end {
            let want = WANTS[making.defs.len() % WANTS.len()];
            making.def(want, level);
        }
    }
    making.wrappers();
    let Making { defs, .. } = making;
    let mut roots = Vec::new();
    for (index, def) in defs.iter().enumerate() {
        if def.is_root() {
            roots.push(Ty::Def(index));
        } else if def.is(Tagging::External) {
            roots.push(Ty::Seq(Box::new(Ty::Def(index))));
        }
    }
    Model { defs, roots }
}

struct Making {
    random: Random,
    defs: Vec<Def>,
    /// The index of the first type of each level.
    starts: Vec<usize>,
    /// The number of names that were used. Neighboring fields have different names.
    words: usize,
}

impl Making {
    fn def(&mut self, want: Want, level: usize) {
        let name = format!("T{}", self.defs.len());
        let kind = match want {
            Want::Enum(tagging) => self.enumeration(tagging, level),
            _ => self.structure(want, level),
        };
        let is_block = match &kind {
            DefKind::Struct { fields, .. } => fields.iter().any(|field| self.needs_block(field)),
            DefKind::Enum { tagging, .. } => *tagging == Tagging::Label,
        };
        self.defs.push(Def { name, kind, is_block });
    }

    /// Makes a struct around each type that is not decoded from a whole file.
    fn wrappers(&mut self) {
        for index in 0..self.defs.len() {
            let def = &self.defs[index];
            if def.is_root() || def.is(Tagging::External) {
                continue;
            }
            let ty = self.repeated(Ty::Def(index));
            let scalar = self.scalar();
            let fields = vec![self.field(ty), self.field(scalar)];
            let is_block = self.defs[index].is_block;
            let name = format!("T{}", self.defs.len());
            let kind = DefKind::Struct { fields: self.distinct(fields), denies_unknown: false };
            self.defs.push(Def { name, kind, is_block });
        }
    }

    fn needs_block(&self, field: &Field) -> bool {
        field.form != Form::Plain && field.form != Form::Flatten || self.is_block(&field.ty)
    }

    fn is_block(&self, ty: &Ty) -> bool {
        is_block(&self.defs, ty)
    }

    fn word(&mut self) -> &'static str {
        self.words += 1;
        WORDS[self.words % WORDS.len()]
    }

    fn field(&mut self, ty: Ty) -> Field {
        let ident = self.word().to_owned();
        let name = match self.random.one_in(12) {
            true => RENAMED[self.words % RENAMED.len()].to_owned(),
            false => ident.clone(),
        };
        let may_default = !matches!(ty, Ty::Address | Ty::Def(_) | Ty::Tuple(_) | Ty::Labeled(..));
        let has_default = may_default && self.random.one_in(4);
        Field { ident, name, ty, form: Form::Plain, has_default }
    }

    fn with_form(&mut self, ty: Ty, form: Form) -> Field {
        let mut field = self.field(ty);
        field.has_default = matches!(field.ty, Ty::Option(_) | Ty::Seq(_) | Ty::Map(_));
        field.form = form;
        match form {
            Form::Label(0) => field.name = "$label".to_owned(),
            Form::Label(index) => field.name = format!("$label.{index}"),
            Form::Labels => field.name = "$labels".to_owned(),
            Form::Flatten => {
                field.name = field.ident.clone();
                field.has_default = false;
            }
            _ => {}
        }
        field
    }

    fn structure(&mut self, want: Want, level: usize) -> DefKind {
        let mut fields = Vec::new();
        let label = |making: &mut Self| if making.random.one_in(2) { Ty::Text } else { Ty::U8 };
        match want {
            Want::Label => {
                let ty = label(self);
                fields.push(self.with_form(ty, Form::Label(0)));
            }
            Want::TwoLabels => {
                for index in 0..2 {
                    let ty = label(self);
                    fields.push(self.with_form(ty, Form::Label(index)));
                }
            }
            Want::Labels => {
                let ty = match self.random.one_in(3) {
                    true => Ty::Seq(Box::new(Ty::Text)),
                    false => Ty::Tuple(vec![Ty::Text, Ty::U8]),
                };
                fields.push(Field { has_default: false, ..self.with_form(ty, Form::Labels) });
            }
            Want::Blocks => {
                if let Some(def) =
                    self.earlier(level, true, |def| def.is_struct() || def.is(Tagging::External))
                {
                    let ty = self.repeated(def);
                    fields.push(self.with_form(ty, Form::Blocks));
                }
            }
            Want::LabeledBlocks => {
                if let Some(def) = self.earlier(level, true, |def| def.is_struct() && !def.has_labels()) {
                    let inner = match self.random.below(4) {
                        0 => Ty::Seq(Box::new(def)),
                        1 => Ty::Map(Box::new(def)),
                        _ => def,
                    };
                    fields.push(self.with_form(Ty::Map(Box::new(inner)), Form::LabeledBlocks));
                }
            }
            Want::Flatten => {
                let suitable = |def: &Def| {
                    !def.is_block && (def.is_struct() && !def.denies_unknown() || def.is(Tagging::Internal))
                };
                if let Some(def) = self.earlier(level, false, suitable) {
                    fields.push(self.with_form(def, Form::Flatten));
                }
            }
            Want::Labeled => {
                if let Some(def) = self.earlier(level, true, |def| def.is_struct() && !def.has_labels()) {
                    let labels = (0..1 + self.random.below(2)).map(|_| label(self)).collect();
                    let ty = self.repeated(Ty::Labeled(labels, Box::new(def)));
                    fields.push(self.with_form(ty, Form::Plain));
                }
            }
            _ => {}
        }
        for _ in 0..1 + self.random.below(3) {
            let ty = self.ty(level, true, 2);
            fields.push(self.field(ty));
        }
        if want == Want::FlattenMap {
            let ty = if self.random.one_in(2) { Ty::U8 } else { Ty::Text };
            fields.push(self.with_form(Ty::Map(Box::new(ty)), Form::Flatten));
        }
        // Serde rejects `deny_unknown_fields` beside `flatten`.
        let fields = self.distinct(fields);
        DefKind::Struct { fields, denies_unknown: want == Want::DenyUnknown }
    }

    /// Removes fields whose name another one has, including those of flattened types.
    fn distinct(&self, fields: Vec<Field>) -> Vec<Field> {
        let mut names: Vec<String> = Vec::new();
        let mut kept = Vec::new();
        for field in fields {
            let new = match (&field.form, &field.ty) {
                (Form::Flatten, Ty::Def(index)) => self.names(*index),
                _ => vec![field.name.clone()],
            };
            let is_new = new.iter().all(|name| !names.contains(name));
            if is_new && kept.iter().all(|other: &Field| other.ident != field.ident) {
                names.extend(new);
                kept.push(field);
            }
        }
        kept
    }

    /// Returns the names of the fields of a type that can be flattened.
    fn names(&self, index: usize) -> Vec<String> {
        let of = |field: &Field| match (&field.form, &field.ty) {
            (Form::Flatten, Ty::Def(index)) => self.names(*index),
            _ => vec![field.name.clone()],
        };
        match &self.defs[index].kind {
            DefKind::Struct { fields, .. } => fields.iter().flat_map(of).collect(),
            DefKind::Enum { variants, .. } => {
                let of_variant = |variant: &Variant| match &variant.content {
                    Content::Struct(fields) => fields.iter().flat_map(of).collect(),
                    Content::Newtype(Ty::Def(index)) => self.names(*index),
                    _ => Vec::new(),
                };
                variants.iter().flat_map(of_variant).chain([TAG.to_owned()]).collect()
            }
        }
    }

    fn enumeration(&mut self, tagging: Tagging, level: usize) -> DefKind {
        let mut variants = Vec::new();
        let is_block = tagging == Tagging::Label;
        for (index, name) in VARIANTS.iter().enumerate() {
            let content = match (tagging, index) {
                (Tagging::Untagged, 0) => {
                    let mut fields = self.fields(level, false);
                    fields[0].has_default = false;
                    if matches!(fields[0].ty, Ty::Option(_)) {
                        fields[0].ty = Ty::Text;
                    }
                    Content::Struct(fields)
                }
                (Tagging::Untagged, 1) => {
                    Content::Newtype(if self.random.one_in(2) { Ty::U8 } else { Ty::Bool })
                }
                (Tagging::Untagged, 2) => Content::Newtype(Ty::Seq(Box::new(Ty::U8))),
                (Tagging::Untagged, _) => break,
                (_, 0) => Content::Struct(self.fields(level, is_block)),
                (_, 1) => Content::Unit,
                (Tagging::Internal | Tagging::Label, 2) => {
                    match self.earlier(level, is_block, |def| def.is_struct() && !def.has_labels()) {
                        // A flattened enum has the same tag.
                        Some(Ty::Def(def)) if !self.names(def).iter().any(|name| name == TAG) => {
                            Content::Newtype(Ty::Def(def))
                        }
                        _ => break,
                    }
                }
                (Tagging::Internal | Tagging::Label, _) => break,
                (_, 2) => Content::Newtype(self.ty(level, false, 2)),
                _ => Content::Tuple(vec![self.ty(level, false, 1), self.ty(level, false, 1)]),
            };
            variants.push(Variant { name, content });
        }
        DefKind::Enum { tagging, variants }
    }

    fn fields(&mut self, level: usize, in_block: bool) -> Vec<Field> {
        let mut fields = Vec::new();
        for _ in 0..1 + self.random.below(2) {
            let ty = self.ty(level, in_block, 1);
            fields.push(self.field(ty));
        }
        self.distinct(fields)
    }

    /// Returns a type, an option or a sequence of it.
    fn repeated(&mut self, ty: Ty) -> Ty {
        match self.random.below(4) {
            0 => ty,
            1 => Ty::Option(Box::new(ty)),
            _ => Ty::Seq(Box::new(ty)),
        }
    }

    /// Returns an earlier type, of the level before if there is one.
    fn earlier(&mut self, level: usize, in_block: bool, fits: impl Fn(&Def) -> bool) -> Option<Ty> {
        for start in self.starts[..level].iter().rev() {
            let end = self.starts[level].min(start + DEFS / LEVELS);
            let suitable: Vec<_> = (*start..end)
                .filter(|index| (in_block || !self.defs[*index].is_block) && fits(&self.defs[*index]))
                .collect();
            if !suitable.is_empty() {
                return Some(Ty::Def(suitable[self.random.below(suitable.len())]));
            }
        }
        None
    }

    fn scalar(&mut self) -> Ty {
        let scalars = [
            Ty::U8,
            Ty::Text,
            Ty::Counted,
            Ty::Address,
            Ty::I64,
            Ty::F64,
            Ty::Char,
            Ty::Bool,
            Ty::Even,
            Ty::Word,
        ];
        scalars[self.random.below(scalars.len())].clone()
    }

    /// Makes the type of a field or an element. Only fields of structs can be blocks.
    fn ty(&mut self, level: usize, in_block: bool, depth: usize) -> Ty {
        if depth == 0 || level == 0 && self.random.one_in(2) {
            return self.scalar();
        }
        let boxed = |making: &mut Self, in_block| Box::new(making.ty(level, in_block, depth - 1));
        match self.random.below(12) {
            0 | 1 => self.scalar(),
            2 => match boxed(self, in_block) {
                inner if matches!(*inner, Ty::Option(_)) => *inner,
                inner => Ty::Option(inner),
            },
            3 | 4 => Ty::Seq(boxed(self, in_block)),
            5 => Ty::Map(boxed(self, false)),
            6 => Ty::Tuple(vec![self.ty(level, false, depth - 1), self.ty(level, false, depth - 1)]),
            _ => self.earlier(level, in_block, |_| true).unwrap_or_else(|| self.scalar()),
        }
    }
}

/// Returns whether a type can only be decoded from blocks.
fn is_block(defs: &[Def], ty: &Ty) -> bool {
    match ty {
        Ty::Labeled(..) => true,
        Ty::Option(inner) | Ty::Seq(inner) | Ty::Map(inner) => is_block(defs, inner),
        Ty::Tuple(types) => types.iter().any(|ty| is_block(defs, ty)),
        Ty::Def(index) => defs[*index].is_block,
        _ => false,
    }
}

impl Ty {
    /// Returns whether all values of the type are strings, numbers or bools.
    pub fn is_scalar(&self) -> bool {
        use Ty::*;
        matches!(self, U8 | I64 | F64 | Char | Bool | Text | Counted | Address | Even | Word)
    }
}

impl Def {
    pub fn is_struct(&self) -> bool {
        matches!(self.kind, DefKind::Struct { .. })
    }

    pub fn is(&self, expected: Tagging) -> bool {
        matches!(self.kind, DefKind::Enum { tagging, .. } if tagging == expected)
    }

    /// Returns whether a file can be decoded into the type.
    fn is_root(&self) -> bool {
        self.is_struct() && !self.has_labels()
    }

    pub fn denies_unknown(&self) -> bool {
        matches!(self.kind, DefKind::Struct { denies_unknown: true, .. })
    }

    pub fn has_labels(&self) -> bool {
        match &self.kind {
            DefKind::Struct { fields, .. } => fields.iter().any(Field::is_label),
            DefKind::Enum { tagging, .. } => *tagging == Tagging::Label,
        }
    }
}

impl Field {
    pub fn is_label(&self) -> bool {
        matches!(self.form, Form::Label(_) | Form::Labels)
    }
}

impl Model {
    /// Returns whether a type can only be decoded from blocks.
    pub fn is_block(&self, ty: &Ty) -> bool {
        is_block(&self.defs, ty)
    }

    /// Returns the name of a type in Rust.
    pub fn name(&self, ty: &Ty) -> String {
        let tuple = |types: &[Ty]| types.iter().map(|ty| self.name(ty)).collect::<Vec<_>>().join(", ");
        match ty {
            Ty::U8 => "u8".to_owned(),
            Ty::I64 => "i64".to_owned(),
            Ty::F64 => "f64".to_owned(),
            Ty::Char => "char".to_owned(),
            Ty::Bool => "bool".to_owned(),
            Ty::Text => "String".to_owned(),
            Ty::Counted => "Counted".to_owned(),
            Ty::Address => "Address".to_owned(),
            Ty::Even => "Even".to_owned(),
            Ty::Word => "Word".to_owned(),
            Ty::Option(inner) => format!("Option<{}>", self.name(inner)),
            Ty::Seq(inner) => format!("Vec<{}>", self.name(inner)),
            Ty::Map(inner) => format!("BTreeMap<String, {}>", self.name(inner)),
            Ty::Tuple(types) => format!("({})", tuple(types)),
            Ty::Labeled(labels, body) => match labels.as_slice() {
                [label] => format!("Labeled<{}, {}>", self.name(label), self.name(body)),
                _ => format!("Labeled<({}), {}>", tuple(labels), self.name(body)),
            },
            Ty::Def(index) => self.defs[*index].name.clone(),
        }
    }

    /// Returns the source of a struct or an enum, without derives.
    pub fn source(&self, def: &Def) -> String {
        let mut source = String::new();
        let fields =
            |fields: &[Field]| fields.iter().map(|field| self.field(field)).collect::<Vec<_>>().join(", ");
        match &def.kind {
            DefKind::Struct { fields: all, denies_unknown } => {
                if *denies_unknown {
                    source += "#[serde(deny_unknown_fields)] ";
                }
                let _ = write!(source, "struct {} {{ {} }}", def.name, fields(all));
            }
            DefKind::Enum { tagging, variants } => {
                source += match tagging {
                    Tagging::External => "",
                    Tagging::Internal => "#[serde(tag = \"kind\")] ",
                    Tagging::Label => "#[serde(tag = \"$label\")] ",
                    Tagging::Adjacent => "#[serde(tag = \"sort\", content = \"content\")] ",
                    Tagging::Untagged => "#[serde(untagged)] ",
                };
                let variant = |variant: &Variant| match &variant.content {
                    Content::Unit => variant.name.to_owned(),
                    Content::Newtype(ty) => format!("{}({})", variant.name, self.name(ty)),
                    Content::Tuple(types) => {
                        let types: Vec<_> = types.iter().map(|ty| self.name(ty)).collect();
                        format!("{}({})", variant.name, types.join(", "))
                    }
                    Content::Struct(all) => format!("{} {{ {} }}", variant.name, fields(all)),
                };
                let variants: Vec<_> = variants.iter().map(variant).collect();
                let _ = write!(source, "enum {} {{ {} }}", def.name, variants.join(", "));
            }
        }
        source
    }

    fn field(&self, field: &Field) -> String {
        let mut attributes = Vec::new();
        if field.name != field.ident {
            attributes.push(format!("rename = {:?}", field.name));
        }
        match field.form {
            Form::Flatten => attributes.push("flatten".to_owned()),
            Form::Blocks => attributes.push("with = \"serde_hcl::with::blocks\"".to_owned()),
            Form::LabeledBlocks => attributes.push("with = \"serde_hcl::with::labeled_blocks\"".to_owned()),
            _ => {}
        }
        if field.has_default {
            attributes.push("default".to_owned());
        }
        let attributes = match attributes.is_empty() {
            true => String::new(),
            false => format!("#[serde({})] ", attributes.join(", ")),
        };
        format!("{attributes}{}: {}", field.ident, self.name(&field.ty))
    }

    /// Returns the structs and enums that a type consists of, from the outermost.
    pub fn parts(&self, ty: &Ty) -> Vec<usize> {
        fn collect(model: &Model, ty: &Ty, parts: &mut Vec<usize>) {
            match ty {
                Ty::Option(inner) | Ty::Seq(inner) | Ty::Map(inner) | Ty::Labeled(_, inner) => {
                    collect(model, inner, parts);
                }
                Ty::Tuple(types) => types.iter().for_each(|ty| collect(model, ty, parts)),
                Ty::Def(index) if !parts.contains(index) => {
                    parts.push(*index);
                    let fields = |fields: &[Field], parts: &mut Vec<usize>| {
                        fields.iter().for_each(|field| collect(model, &field.ty, parts));
                    };
                    match &model.defs[*index].kind {
                        DefKind::Struct { fields: all, .. } => fields(all, parts),
                        DefKind::Enum { variants, .. } => {
                            for variant in variants {
                                match &variant.content {
                                    Content::Unit => {}
                                    Content::Newtype(ty) => collect(model, ty, parts),
                                    Content::Tuple(types) => {
                                        types.iter().for_each(|ty| collect(model, ty, parts));
                                    }
                                    Content::Struct(all) => fields(all, parts),
                                }
                            }
                        }
                    }
                }
                _ => {}
            }
        }
        let mut parts = Vec::new();
        collect(self, ty, &mut parts);
        parts
    }

    /// Returns the source of a type with everything that it consists of, to be read or pasted.
    pub fn whole_source(&self, ty: &Ty) -> String {
        let mut source = String::new();
        for index in self.parts(ty) {
            let def = &self.defs[index];
            let _ =
                writeln!(source, "#[derive(Serialize, Deserialize, PartialEq, Debug)] {}", self.source(def));
        }
        let _ = writeln!(source, "type Root = {};", self.name(ty));
        source
    }

    /// Returns the file of all types.
    pub fn file(&self, seed: u64) -> String {
        let mut file = format!(
            "//! The generated types. To generate others: \
             `GENERATED_SEED=7 cargo run --all-features --example\n//! types`.\n\n\
             use std::collections::BTreeMap;\n\n\
             use serde_hcl::de::Labeled;\n\n\
             use super::leaves::{{Address, Counted, Even, Word}};\n\n\
             pub const SEED: u64 = {seed};\n\n\
             types! {{\n"
        );
        for def in &self.defs {
            let _ = writeln!(file, "{}", self.source(def));
        }
        file += "}\n\nroots! {\n";
        for root in &self.roots {
            let _ = writeln!(file, "{},", self.name(root));
        }
        file += "}\n";
        file
    }
}
