//! The forms of types that serde decodes from its buffers, such as those below `flatten` and
//! `tag`.
//!
//! Such a type requests any value, and is decoded from the buffer after that. So values are passed
//! to it, and the methods of `de::Error` that it calls have the names of its fields and variants:
//! the name of a missing field, the names that are possible in place of an unknown one. A field
//! takes a value if its repetition is an error after the value. The texts of errors are not read.

use std::cell::Cell;
use std::ops::Bound;
use std::sync::Arc;

use super::super::domain::Domain;
use super::super::shape::{Shape, ShapeField, Variant};
use super::path::OTHER;
use super::stop::Stop;
use super::tree::Tree;
use crate::protocol::LabelField;
use crate::util::samples::TEXTS;
use crate::value::{Number, Type, Value};

/// The maximum number of values that are passed to one type.
const MAX_VALUES: usize = 2048;

/// The maximum depth of a type in types.
const MAX_DEPTH: usize = 8;

/// The maximum number of elements of a tuple.
const MAX_ELEMENTS: usize = 8;

/// The greatest numbers of integer types, and the least ones of those with a sign.
const UNSIGNED: [u64; 3] = [u8::MAX as u64, u16::MAX as u64, u32::MAX as u64];
const SIGNED: [(i64, i64); 3] = [
    (i8::MIN as i64, i8::MAX as i64),
    (i16::MIN as i64, i16::MAX as i64),
    (i32::MIN as i64, i32::MAX as i64),
];

/// The fields for labels that can be optional.
const LABELS: [&str; 5] = ["$label", "$label.0", "$label.1", "$label.2", "$labels"];

/// Passes a value to a type.
type Take<'a> = dyn Fn(Tree) -> Result<(), Stop> + 'a;

/// The form of a type, with a value that it takes.
#[derive(Clone)]
pub(super) struct Inferred {
    pub(super) shape: Arc<Shape>,
    sample: Option<Tree>,
}

impl Inferred {
    fn any(sample: Option<Tree>) -> Self {
        Self { shape: Arc::new(Shape::Any), sample }
    }
}

/// Whether a type takes values of a kind.
enum Taken {
    /// It takes this one.
    This(Tree),
    /// It takes no value of the kind.
    No,
    /// It rejects the values that were passed for another reason.
    Hidden,
}

impl Taken {
    fn sample(self) -> Option<Tree> {
        match self {
            Self::This(tree) => Some(tree),
            Self::No | Self::Hidden => None,
        }
    }
}

/// A field of a type.
pub(super) struct Field {
    pub(super) name: &'static str,
    pub(super) form: Inferred,
    pub(super) is_required: bool,
}

/// The fields that are known of a type.
pub(super) struct Fields {
    pub(super) all: Vec<Field>,
    /// Whether there are no others.
    pub(super) is_closed: bool,
}

/// The number of values that are left.
pub(super) struct Inference(Cell<usize>);

impl Inference {
    pub(super) fn new() -> Self {
        Self(Cell::new(MAX_VALUES))
    }

    /// Returns the form of a type.
    pub(super) fn form(&self, take: &Take<'_>, depth: usize) -> Inferred {
        let takes = |tree: &Tree| self.pass(take, tree.clone()).is_ok();
        if depth > MAX_DEPTH || self.0.get() == 0 {
            return Inferred::any(None);
        }
        if let Err(Stop::UnknownVariant(names)) = self.pass(take, Tree::text(OTHER)) {
            return self.variants(take, names, depth);
        }
        let takes_null = takes(&Tree::Null);
        let bools = self.kind(take, [true, false].map(Tree::Bool));
        let numbers = self.kind(take, [1, 0, 2, 10].map(Tree::Unsigned));
        let texts = self.kind(take, TEXTS.iter().map(|text| Tree::text(text)));
        let lists = self.kind(take, [Tree::Sequence(Vec::new())]);
        let other = Tree::Map(vec![(OTHER.to_owned(), Tree::Null)]);
        let empty = self.pass(take, Tree::Map(Vec::new()));
        let has_map = !matches!(empty, Err(Stop::Mismatch | Stop::Other)) || takes(&other);
        let found = match (bools, numbers, texts, lists, has_map) {
            (Taken::This(sample), Taken::No, Taken::No, Taken::No, false) => {
                primitive(Type::Bool, Domain::default(), sample)
            }
            (Taken::No, Taken::This(sample), Taken::No, Taken::No, false) => {
                primitive(Type::Number, self.range(take), sample)
            }
            (Taken::No, Taken::No, Taken::This(sample), Taken::No, false) => {
                let is_character = takes(&Tree::text("a")) && !takes(&Tree::text("ab"));
                primitive(Type::String, Domain { is_character, ..Domain::default() }, sample)
            }
            (Taken::No, Taken::No, Taken::No, _, true) => self.object(take, empty, depth),
            (Taken::No, Taken::No, Taken::No, Taken::This(sample), false) => {
                let element = self.form(&|tree| take(Tree::Sequence(vec![tree])), depth + 1);
                Inferred { shape: Arc::new(Shape::Sequence(element.shape)), sample: Some(sample) }
            }
            (Taken::No, Taken::No, Taken::No, Taken::Hidden, false) => self.tuple(take, depth),
            (bool, number, text, list, _) => {
                Inferred::any([bool, number, text, list].into_iter().find_map(Taken::sample))
            }
        };
        match takes_null {
            true => {
                let shape = match *found.shape {
                    Shape::Any => found.shape,
                    _ => Shape::optional(found.shape),
                };
                Inferred { shape, sample: Some(Tree::Null) }
            }
            false => found,
        }
    }

    /// Returns whether a type takes values of a kind, and one that it takes.
    fn kind(&self, take: &Take<'_>, values: impl IntoIterator<Item = Tree>) -> Taken {
        let mut found = Taken::No;
        for value in values {
            match self.pass(take, value.clone()) {
                Ok(()) => return Taken::This(value),
                Err(Stop::Mismatch) => {}
                Err(_) => found = Taken::Hidden,
            }
        }
        found
    }

    fn pass(&self, take: &Take<'_>, tree: Tree) -> Result<(), Stop> {
        let Some(left) = self.0.get().checked_sub(1) else { return Err(Stop::Other) };
        self.0.set(left);
        take(tree)
    }

    /// Returns the numbers that a type takes.
    fn range(&self, take: &Take<'_>) -> Domain {
        let takes = |tree: Tree| self.pass(take, tree).is_ok();
        if takes(Tree::Float(1.5)) {
            return Domain::default();
        }
        let included = |number: Number| Bound::Included(number);
        let range = if takes(Tree::Signed(-1)) {
            let found = SIGNED.into_iter().find(|(least, most)| {
                takes(Tree::Signed(*least))
                    && takes(Tree::Signed(*most))
                    && !takes(Tree::Signed(least - 1))
                    && !takes(Tree::Signed(most + 1))
            });
            found.map_or((Bound::Unbounded, Bound::Unbounded), |(least, most)| {
                (included(Number::from(least)), included(Number::from(most)))
            })
        } else {
            let most = UNSIGNED
                .into_iter()
                .find(|most| takes(Tree::Unsigned(*most)) && !takes(Tree::Unsigned(most + 1)));
            (included(Number::from(0)), most.map_or(Bound::Unbounded, |most| included(Number::from(most))))
        };
        Domain { range, is_whole: true, ..Domain::default() }
    }

    /// Returns the form of an enum with the name of the variant as its value or key.
    fn variants(&self, take: &Take<'_>, names: &'static [&'static str], depth: usize) -> Inferred {
        let is_unit = |name: &&&str| self.pass(take, Tree::text(name)).is_ok();
        let sample = names.iter().find(is_unit).map(|name| Tree::text(name));
        if names.iter().all(|name| is_unit(&name)) {
            let values = names.iter().map(|name| Value::from(*name)).collect();
            let domain = Domain { values, ..Domain::default() };
            return Inferred { shape: Arc::new(Shape::Primitive(Type::String, domain)), sample };
        }
        let variant = |name: &&'static str| {
            let content = (!is_unit(&name)).then(|| {
                let entry = |tree| Tree::Map(vec![((*name).to_owned(), tree)]);
                self.form(&|tree| take(entry(tree)), depth + 1)
            });
            let sample = content.as_ref().and_then(|it| it.sample.clone());
            let sample = sample.map(|tree| Tree::Map(vec![((*name).to_owned(), tree)]));
            let content = content.map(|content| content.shape);
            (Variant { name: (*name).to_owned(), content, body: None }, sample)
        };
        let (variants, samples): (Vec<_>, Vec<_>) = names.iter().map(variant).unzip();
        let sample = sample.or_else(|| samples.into_iter().flatten().next());
        Inferred { shape: Arc::new(Shape::Variants(variants.into())), sample }
    }

    /// Returns the form of a tuple.
    fn tuple(&self, take: &Take<'_>, depth: usize) -> Inferred {
        let (mut shapes, mut samples) = (Vec::new(), Vec::new());
        if !matches!(self.pass(take, Tree::Sequence(Vec::new())), Err(Stop::Length(0))) {
            return Inferred::any(None);
        }
        while samples.len() < MAX_ELEMENTS {
            let len = samples.len() + 1;
            let with = |tree: Tree| Tree::Sequence(samples.iter().cloned().chain([tree]).collect());
            let element = |tree: Tree| match take(with(tree)) {
                Err(Stop::Length(found)) if found == len => Ok(()),
                result => result,
            };
            let Inferred { shape, sample } = self.form(&element, depth + 1);
            shapes.push(shape);
            let Some(sample) = sample else { break };
            let all = with(sample.clone());
            samples.push(sample);
            if self.pass(take, all.clone()).is_ok() {
                return Inferred { shape: Arc::new(Shape::Tuple(shapes)), sample: Some(all) };
            }
        }
        Inferred::any(None)
    }

    /// Returns the form of a struct, a map, or an enum with the name of the variant in a field.
    /// `empty` is the result for an empty object.
    fn object(&self, take: &Take<'_>, empty: Result<(), Stop>, depth: usize) -> Inferred {
        let entry = |name: &str, tree: Tree| Tree::Map(vec![(name.to_owned(), tree)]);
        if let Err(Stop::Missing(tag)) = empty
            && let Err(Stop::UnknownVariant(names)) = self.pass(take, entry(tag, Tree::text(OTHER)))
            // A field of an enum takes the name of a variant as a key too.
            && let Err(Stop::Mismatch) = self.pass(take, entry(tag, entry(OTHER, Tree::Null)))
        {
            return self.tagged(take, tag, names, depth);
        }
        let others = [Tree::Null, Tree::text("a"), Tree::Unsigned(1), Tree::Sequence(Vec::new())];
        if empty.is_ok() {
            let results = others.map(|tree| self.pass(take, entry(OTHER, tree)));
            let takes_all = results.iter().all(Result::is_ok);
            let is_struct = results.iter().any(|it| matches!(it, Err(Stop::Unknown(_))));
            if takes_all {
                // A map of any values, or a struct whose fields are optional.
                return Inferred::any(Some(Tree::Map(Vec::new())));
            }
            if !is_struct {
                // A map, or a struct with a flattened map, whose own fields have other types.
                let shape = Arc::new(Shape::Map(Arc::new(Shape::Any)));
                return Inferred { shape, sample: Some(Tree::Map(Vec::new())) };
            }
        }
        let (fields, sample) = self.fields(take, Vec::new(), depth);
        Inferred { shape: Arc::new(shape_of(&fields, None)), sample }
    }

    /// Returns the form of an enum with the name of the variant in a field.
    fn tagged(
        &self,
        take: &Take<'_>,
        tag: &'static str,
        names: &'static [&'static str],
        depth: usize,
    ) -> Inferred {
        let mut sample = None;
        let variants = names.iter().map(|name| {
            let given = vec![(tag.to_owned(), Tree::text(name))];
            let (fields, found) = self.fields(take, given, depth);
            sample = sample.take().or(found);
            Variant {
                name: (*name).to_owned(),
                content: Some(Arc::new(shape_of(&fields, Some(tag)))),
                body: None,
            }
        });
        let variants = variants.collect();
        let shape = Arc::new(Shape::Tagged { tag: tag.to_owned(), content: None, variants });
        Inferred { shape, sample }
    }

    /// Returns the fields of a type that needs entries, and a value that it takes.
    pub(super) fn fields(
        &self,
        take: &Take<'_>,
        mut given: Vec<(String, Tree)>,
        depth: usize,
    ) -> (Fields, Option<Tree>) {
        let mut fields = Fields { all: Vec::new(), is_closed: false };
        let mut is_complete = false;
        let start = given.clone();
        // The entries that can have the name of a variant, with the names.
        let mut tags: Vec<(usize, Vec<Tree>)> = Vec::new();
        let mut of_variants = Vec::new();
        while self.0.get() > 0 {
            let name = match self.pass(take, Tree::Map(given.clone())) {
                Err(Stop::Missing(name)) if given.iter().all(|(known, _)| known != name) => name,
                result => {
                    is_complete = result.is_ok();
                    break;
                }
            };
            // A field of one variant of a flattened enum is not required beside the others.
            let is_required = tags.iter().all(|(at, names)| {
                names.iter().all(|other| {
                    let mut entries = given.clone();
                    entries[*at].1 = other.clone();
                    matches!(self.pass(take, Tree::Map(entries)), Err(Stop::Missing(it)) if it == name)
                })
            });
            let form = self.field(take, &given, name, depth);
            let sample = form.sample.clone();
            if let Shape::Primitive(_, domain) = &*form.shape {
                let names = domain.values.iter().filter_map(Value::as_str);
                tags.push((given.len(), names.map(Tree::text).collect()));
            }
            match is_required {
                true => fields.all.push(Field { name, form, is_required }),
                false => of_variants.push(name),
            }
            let Some(sample) = sample else { break };
            given.push((name.to_owned(), sample));
        }
        for name in LABELS.into_iter().filter(|_| is_complete) {
            let is_known = fields.all.iter().any(|field| field.name == name)
                || given.iter().any(|(known, _)| known == name);
            let twice = [Tree::text("a"), Tree::Sequence(Vec::new()), Tree::Unsigned(1)].map(|tree| {
                let entries = [(name.to_owned(), tree.clone()), (name.to_owned(), tree)];
                Tree::Map(given.iter().cloned().chain(entries).collect())
            });
            let is_repeated = |tree: Tree| matches!(self.pass(take, tree), Err(Stop::Duplicate));
            if !is_known && twice.into_iter().any(is_repeated) {
                fields.all.push(Field { name, form: Inferred::any(None), is_required: false });
            }
        }
        let with = |entries: &[(&str, Tree)]| {
            let entries = entries.iter().map(|(name, tree)| ((*name).to_owned(), tree.clone()));
            Tree::Map(given.iter().cloned().chain(entries).collect())
        };
        if let Err(Stop::Unknown(names)) = self.pass(take, with(&[(OTHER, Tree::Null)])) {
            fields.is_closed = true;
            let optional = |name| Field { name, form: Inferred::any(None), is_required: false };
            fields.all.extend(of_variants.into_iter().map(optional));
            for name in names.iter().copied().filter(|name| given.iter().all(|(known, _)| known != name)) {
                let form = self.field(take, &given, name, depth);
                if fields.all.iter().any(|field| field.name == name) {
                    continue;
                }
                // The other name of a required field is a repetition of it.
                for field in &mut fields.all {
                    let Some(sample) = &field.form.sample else { continue };
                    let both = [field.name, name].map(|name| (name.to_owned(), sample.clone()));
                    let both = Tree::Map(start.iter().cloned().chain(both).collect());
                    field.is_required &= !matches!(self.pass(take, both), Err(Stop::Duplicate));
                }
                fields.all.push(Field { name, form, is_required: false });
            }
        }
        (fields, is_complete.then_some(Tree::Map(given)))
    }

    /// Returns the form of a field of a type that has the entries before it.
    fn field(&self, take: &Take<'_>, given: &[(String, Tree)], name: &'static str, depth: usize) -> Inferred {
        let twice = |tree: Tree| {
            let entries = [(name.to_owned(), tree.clone()), (name.to_owned(), tree)];
            match take(Tree::Map(given.iter().cloned().chain(entries).collect())) {
                Err(Stop::Duplicate) => Ok(()),
                result => result,
            }
        };
        self.form(&twice, depth + 1)
    }
}

/// Returns the form of an object with fields, beside the name of a variant.
fn shape_of(fields: &Fields, tag: Option<&str>) -> Shape {
    let tag =
        tag.map(|tag| ShapeField { name: tag.to_owned(), shape: Arc::new(Shape::Any), is_required: false });
    let field = |field: &Field| ShapeField {
        name: field.name.to_owned(),
        shape: if field.is_required {
            field.form.shape.clone()
        } else {
            Shape::optional(field.form.shape.clone())
        },
        is_required: field.is_required,
    };
    // The labels of a block have no place in an object.
    let all = fields.all.iter().filter(|field| LabelField::parse(field.name).is_none());
    let fields_of = tag.into_iter().chain(all.map(field)).collect();
    Shape::Object { fields: fields_of, is_closed: fields.is_closed, is_partial: !fields.is_closed }
}

fn primitive(ty: Type, domain: Domain, sample: Tree) -> Inferred {
    Inferred { shape: Arc::new(Shape::Primitive(ty, domain)), sample: Some(sample) }
}
