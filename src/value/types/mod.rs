//! The types of values.

mod capsule;
mod name;

use std::fmt;
use std::hash::{BuildHasher, Hash, Hasher};
use std::mem;
use std::ops::Deref;
use std::slice;
use std::sync::{Arc, LazyLock};

use super::pending::{Entries, Pairs, compare, pair_entries};
use super::{MAX_DEPTH, MAX_SIZE, ValueError, text};
use crate::util::order::sort_by_name;
use crate::value::Name;
pub use capsule::CapsuleType;
pub(crate) use name::Constraint;
#[cfg(feature = "ext")]
pub(crate) use name::{Notation, write_structure};

/// The type of a value, or a specification that types are matched against.
///
/// Types are cheap to clone. Two types are equal when they are identical; the order of an object
/// type's attributes does not matter. `Display` gives the name used in messages, such as
/// `list of string`.
///
/// Implements "Values and Value Types" of the information model.
///
/// ```
/// use serde_hcl::Type;
///
/// let ports = Type::list(Type::Number);
/// assert_eq!(ports.to_string(), "list of number");
/// assert!(ports.matches(&Type::list(Type::Dynamic)));
/// match &ports {
///     Type::List(element) => assert_eq!(**element, Type::Number),
///     _ => unreachable!(),
/// }
/// ```
#[derive(Clone)]
#[non_exhaustive]
pub enum Type {
    /// The dynamic pseudo-type: a type that is not known yet. In a specification: any type.
    Dynamic,
    /// Unicode text.
    String,
    /// Exact decimals, see [`Number`](crate::Number).
    Number,
    /// True and false.
    Bool,
    /// Ordered values of one type.
    List(ElementType),
    /// Distinct values of one type, without an order.
    Set(ElementType),
    /// Values of one type by string keys.
    Map(ElementType),
    /// A fixed sequence of values, each of its own type.
    Tuple(TupleType),
    /// Named attributes, each of its own type.
    Object(ObjectType),
    /// A type of the application's own.
    Capsule(CapsuleType),
}

/// The condition under which two types are the same.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Matching {
    /// The types are identical.
    Identical,
    /// The types are identical, except that attributes may be optional in only one of them.
    ExceptOptional,
    /// The types are identical, or the second one has the dynamic pseudo-type in place of a type.
    Specification,
}

/// TypeFacts about a type and all types in it, which are stored with it.
#[derive(Clone, Copy)]
pub(in crate::value) struct TypeFacts {
    pub(in crate::value) depth: u32,
    /// The number of types that are in it, itself included. Types are shared, so this can be far
    /// more than there are in memory.
    size: u64,
    /// A hash, which is equal for equal types.
    pub(in crate::value) hash: u64,
    dynamic: bool,
    pub(in crate::value) optional: bool,
}

impl TypeFacts {
    /// Returns the facts about a type that contains no types.
    const fn leaf(hash: u64) -> Self {
        Self { depth: 0, size: 1, hash, dynamic: false, optional: false }
    }

    /// Returns the facts about a type that contains others, from their facts in any order, each
    /// with a hash of its position.
    fn from_parts(kind: impl Hash, parts: impl Iterator<Item = (u64, Self)>) -> Self {
        let start = Self { depth: 1, ..Self::leaf(hash_of(kind)) };
        parts.fold(start, |all, (position, one)| Self {
            depth: all.depth.max(one.depth.saturating_add(1)),
            size: all.size.saturating_add(one.size),
            hash: all.hash.wrapping_add(hash_of((position, one.hash))),
            dynamic: all.dynamic || one.dynamic,
            optional: all.optional || one.optional,
        })
    }
}

fn hash_of(content: impl Hash) -> u64 {
    static STATE: LazyLock<foldhash::quality::RandomState> = LazyLock::new(Default::default);
    STATE.hash_one(content)
}

/// Types nested deeper than this are dropped without recursion.
const SHALLOW: u32 = 64;

/// The element type of a collection type; it dereferences to the [`Type`].
///
/// ```
/// use serde_hcl::Type;
///
/// let Type::List(element) = Type::list(Type::String) else { unreachable!() };
/// assert_eq!(*element, Type::String);
/// ```
#[derive(Clone)]
pub struct ElementType(Arc<ElementNode>);

struct ElementNode {
    ty: Type,
    facts: TypeFacts,
}

impl ElementType {
    fn new(kind: &str, ty: Type) -> Self {
        let facts = TypeFacts::from_parts(kind, [(0, ty.facts())].into_iter());
        Self(Arc::new(ElementNode { ty, facts }))
    }
}

/// The element types of a tuple type; it dereferences to a slice of them.
///
/// ```
/// use serde_hcl::Type;
///
/// let Type::Tuple(elements) = Type::tuple([Type::String, Type::Bool]) else { unreachable!() };
/// assert_eq!(elements[1], Type::Bool);
/// ```
#[derive(Clone)]
pub struct TupleType(Arc<TupleNode>);

struct TupleNode {
    elements: Vec<Type>,
    facts: TypeFacts,
}

macro_rules! deref {
    ($parts:ident, $content:ident: $target:ty) => {
        impl Deref for $parts {
            type Target = $target;

            fn deref(&self) -> &$target {
                &self.0.$content
            }
        }

        impl fmt::Debug for $parts {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(&**self, f)
            }
        }
    };
}

deref!(ElementType, ty: Type);
deref!(TupleType, elements: [Type]);

/// The attributes of an object type, in the order in which they were given.
///
/// ```
/// use serde_hcl::Type;
///
/// let Type::Object(attributes) = Type::object([("port", Type::Number)]) else { unreachable!() };
/// assert_eq!(attributes.get("port"), Some(&Type::Number));
/// ```
#[derive(Clone)]
pub struct ObjectType(Arc<ObjectNode>);

impl fmt::Debug for ObjectType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

struct ObjectNode {
    attributes: Entries<Type>,
    /// Sorted and distinct.
    optional: Vec<Arc<str>>,
    facts: TypeFacts,
}

impl ObjectType {
    /// Creates the type of attributes whose names are in normal form already. The optional ones are
    /// among them.
    pub(crate) fn new(attributes: Entries<Type>, mut optional: Vec<Arc<str>>) -> Self {
        sort_by_name(&mut optional, |name| name.as_bytes());
        optional.dedup();
        let parts = attributes.iter().map(|(name, ty)| (hash_of(name), ty.facts()));
        let mut facts = TypeFacts::from_parts("object", parts);
        facts.optional |= !optional.is_empty();
        Self(Arc::new(ObjectNode { attributes, optional, facts }))
    }

    /// Returns the type of an attribute.
    pub fn get(&self, name: &str) -> Option<&Type> {
        // The names of a type are normalized; a name from a configuration may not be.
        let normalized = || self.0.attributes.get(&*text::normalize(name)).filter(|_| !name.is_ascii());
        self.0.attributes.get(name).or_else(normalized)
    }

    /// Returns whether conversion to this type may leave the attribute out; it is null then.
    ///
    /// ```
    /// use serde_hcl::Type;
    ///
    /// let ty = Type::object_with_optional([("a", Type::String), ("b", Type::Bool)], ["b"]);
    /// let Type::Object(object) = ty else { unreachable!() };
    /// assert!(object.is_optional("b") && !object.is_optional("a"));
    /// ```
    pub fn is_optional(&self, name: &str) -> bool {
        self.0.optional.binary_search_by(|it| (**it).cmp(name)).is_ok()
    }

    /// Returns the names and types of the attributes, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &Type)> {
        self.0.attributes.iter().map(|(name, ty)| (&**name, ty))
    }

    /// Returns the names of the optional attributes, sorted.
    pub fn optional(&self) -> impl ExactSizeIterator<Item = &str> {
        self.0.optional.iter().map(|name| &**name)
    }

    /// Returns the number of attributes.
    pub fn len(&self) -> usize {
        self.0.attributes.len()
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.attributes.is_empty()
    }

    pub(crate) fn names(&self) -> impl ExactSizeIterator<Item = &Arc<str>> {
        self.0.attributes.keys()
    }

    /// Returns an object type of the same names with other types, none of them optional.
    pub(crate) fn map_types(&self, mut change: impl FnMut(&Arc<str>, &Type) -> Type) -> Type {
        let attributes = self.0.attributes.iter().map(|(name, ty)| (name.clone(), change(name, ty)));
        Type::object_of(attributes)
    }
}

impl Type {
    /// Returns the type of lists of an element type.
    pub fn list(element: Self) -> Self {
        Self::List(ElementType::new("list", element))
    }

    /// Returns the type of sets of an element type.
    pub fn set(element: Self) -> Self {
        Self::Set(ElementType::new("set", element))
    }

    /// Returns the type of maps of an element type.
    pub fn map(element: Self) -> Self {
        Self::Map(ElementType::new("map", element))
    }

    /// Returns the type of tuples of these element types.
    ///
    /// ```
    /// # use serde_hcl::Type;
    /// assert_eq!(Type::tuple([Type::String, Type::Bool]).to_string(), "tuple");
    /// ```
    pub fn tuple(elements: impl IntoIterator<Item = Self>) -> Self {
        let elements: Vec<_> = elements.into_iter().collect();
        let facts = TypeFacts::from_parts("tuple", (0..).zip(elements.iter().map(Self::facts)));
        Self::Tuple(TupleType(Arc::new(TupleNode { elements, facts })))
    }

    /// Returns the type of objects with these attributes. Of a repeated name the last one counts.
    ///
    /// ```
    /// # use serde_hcl::Type;
    /// let one = Type::object([("a", Type::String), ("b", Type::Bool)]);
    /// let other = Type::object([("b", Type::Bool), ("a", Type::String)]);
    /// assert_eq!(one, other);
    /// ```
    pub fn object<K: Name>(attributes: impl IntoIterator<Item = (K, Self)>) -> Self {
        Self::object_with_optional(attributes, [""; 0])
    }

    /// Returns the type of objects with these attributes. A value that is converted to this type
    /// may lack the attributes that `optional` names. Names without an attribute are ignored.
    ///
    /// ```
    /// # use serde_hcl::Type;
    /// use serde_hcl::value::convert;
    /// use serde_hcl::value;
    ///
    /// let ty = Type::object_with_optional([("host", Type::String), ("port", Type::Number)], ["port"]);
    /// let server = convert(&value!({ "host": "a" }), &ty)?;
    /// assert!(server["port"].is_null());
    /// # Ok::<(), serde_hcl::value::ValueError>(())
    /// ```
    pub fn object_with_optional<K: Name>(
        attributes: impl IntoIterator<Item = (K, Self)>,
        optional: impl IntoIterator<Item = impl Name>,
    ) -> Self {
        let attributes: Entries<Self> =
            attributes.into_iter().map(|(name, ty)| (text::shared(name), ty)).collect();
        let names = optional.into_iter().filter_map(|name| {
            attributes.get_key_value(&*text::normalize(name.as_ref())).map(|(name, _)| name.clone())
        });
        let optional = names.collect();
        Self::Object(ObjectType::new(attributes, optional))
    }

    /// Creates an object type of attributes whose names are in normal form already.
    pub(crate) fn object_of(attributes: impl Iterator<Item = (Arc<str>, Self)>) -> Self {
        Self::Object(ObjectType::new(attributes.collect(), Vec::new()))
    }

    pub(in crate::value) fn facts(&self) -> TypeFacts {
        match self {
            Self::Dynamic => TypeFacts { dynamic: true, ..TypeFacts::leaf(1) },
            Self::String => TypeFacts::leaf(2),
            Self::Number => TypeFacts::leaf(3),
            Self::Bool => TypeFacts::leaf(4),
            Self::Capsule(capsule) => TypeFacts::leaf(hash_of(capsule)),
            Self::List(element) | Self::Set(element) | Self::Map(element) => element.0.facts,
            Self::Tuple(tuple) => tuple.0.facts,
            Self::Object(object) => object.0.facts,
        }
    }

    /// Returns the number of types in it, itself included.
    pub(crate) fn size(&self) -> u64 {
        self.facts().size
    }

    /// Returns an error if recursion into it could exhaust the stack or take too long.
    pub(crate) fn check_size(&self) -> Result<(), ValueError> {
        let facts = self.facts();
        if facts.depth > MAX_DEPTH || facts.size > MAX_SIZE { Err(ValueError::too_large()) } else { Ok(()) }
    }

    /// Returns whether the type is or contains the dynamic pseudo-type.
    ///
    /// ```
    /// use serde_hcl::Type;
    ///
    /// assert!(Type::Dynamic.has_dynamic() && Type::list(Type::Dynamic).has_dynamic());
    /// assert!(!Type::list(Type::String).has_dynamic());
    /// ```
    pub fn has_dynamic(&self) -> bool {
        self.facts().dynamic
    }

    /// Returns the type with all attributes required, at any depth. Only such types are types of
    /// values.
    ///
    /// ```
    /// # use serde_hcl::Type;
    /// let ty = Type::object_with_optional([("a", Type::String)], ["a"]);
    /// assert_eq!(ty.without_optional(), Type::object([("a", Type::String)]));
    /// ```
    #[must_use]
    pub fn without_optional(&self) -> Self {
        if !self.facts().optional || self.check_size().is_err() {
            return self.clone();
        }
        match self {
            Self::Tuple(elements) => Self::tuple(elements.iter().map(Self::without_optional)),
            Self::Object(object) => object.map_types(|_, ty| ty.without_optional()),
            _ => self.element().map_or(self.clone(), |element| self.with_element(element.without_optional())),
        }
    }

    /// Returns whether it is a list, set or map type.
    pub(crate) fn is_collection(&self) -> bool {
        self.element().is_some()
    }

    /// Returns the element type of a list, set or map type.
    pub fn element(&self) -> Option<&Self> {
        self.collection().map(|(_, element)| element)
    }

    /// Returns the name of the kind of a collection type and the type of its elements.
    pub(crate) fn collection(&self) -> Option<(&'static str, &Self)> {
        match self {
            Self::List(element) => Some(("list", element)),
            Self::Set(element) => Some(("set", element)),
            Self::Map(element) => Some(("map", element)),
            _ => None,
        }
    }

    /// Returns a collection type of the same kind with another type of elements.
    pub(crate) fn with_element(&self, element: Self) -> Self {
        match self {
            Self::Set(_) => Self::set(element),
            Self::Map(_) => Self::map(element),
            _ => Self::list(element),
        }
    }

    /// Returns the types of the elements or attributes.
    pub(crate) fn parts(&self) -> impl Iterator<Item = &Self> {
        let elements = match self {
            Self::Tuple(elements) => elements,
            _ => self.element().map_or(&[][..], slice::from_ref),
        };
        let attributes = match self {
            Self::Object(object) => Some(object.0.attributes.values()),
            _ => None,
        };
        elements.iter().chain(attributes.into_iter().flatten())
    }

    /// Returns whether the type matches a specification: it is identical, but the dynamic
    /// pseudo-type in the specification matches any type.
    ///
    /// Implements "Type Specifications" of the information model.
    ///
    /// ```
    /// use serde_hcl::Type;
    ///
    /// let any_list = Type::list(Type::Dynamic);
    /// assert!(Type::list(Type::String).matches(&any_list));
    /// assert!(!Type::set(Type::String).matches(&any_list));
    /// ```
    pub fn matches(&self, specification: &Self) -> bool {
        self.compare_counted(specification, Matching::Specification).0
    }

    /// Compares types iteratively, since types can nest to any depth. Also returns the number of
    /// pairs of types that were compared.
    #[inline]
    pub(crate) fn compare_counted(&self, other: &Self, matching: Matching) -> (bool, u64) {
        let lenient = matching == Matching::Specification;
        // Primitive types are the common case.
        if let Self::String | Self::Number | Self::Bool = self {
            let same = mem::discriminant(self) == mem::discriminant(other);
            return (same || (lenient && matches!(other, Self::Dynamic)), 0);
        }
        self.compare_parts(other, matching)
    }

    /// Compares like [`compare_counted`](Self::compare_counted) types that can contain others.
    fn compare_parts(&self, other: &Self, matching: Matching) -> (bool, u64) {
        if matching != Matching::Specification && self.facts().hash != other.facts().hash {
            return (false, 1);
        }
        compare(self, other, |left, right, next| left.same_kind(right, matching, next))
    }

    /// Returns whether both are of one kind, and the pairs of types in them that are to be compared
    /// next.
    fn same_kind<'a>(&'a self, other: &'a Self, matching: Matching, next: &mut Pairs<'a, Self>) -> bool {
        match (self, other) {
            (_, Self::Dynamic) if matching == Matching::Specification => true,
            (Self::Capsule(a), Self::Capsule(b)) => a == b,
            (Self::List(a), Self::List(b)) | (Self::Set(a), Self::Set(b)) | (Self::Map(a), Self::Map(b)) => {
                if !Arc::ptr_eq(&a.0, &b.0) {
                    next.push((a, b));
                }
                true
            }
            (Self::Tuple(a), Self::Tuple(b)) => {
                if !Arc::ptr_eq(&a.0, &b.0) {
                    next.extend(a.iter().zip(b.iter()));
                }
                a.len() == b.len()
            }
            (Self::Object(a), Self::Object(b)) => {
                Arc::ptr_eq(&a.0, &b.0)
                    || (pair_entries(&a.0.attributes, &b.0.attributes, next)
                        && (matching != Matching::Identical || a.0.optional == b.0.optional))
            }
            _ => mem::discriminant(self) == mem::discriminant(other),
        }
    }
}

impl PartialEq for Type {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            // Primitive types are the common case.
            (Self::Dynamic | Self::String | Self::Number | Self::Bool, _)
            | (_, Self::Dynamic | Self::String | Self::Number | Self::Bool) => {
                mem::discriminant(self) == mem::discriminant(other)
            }
            _ => self.compare_counted(other, Matching::Identical).0,
        }
    }
}

impl Eq for Type {}

impl Hash for Type {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.facts().hash);
    }
}

/// Drops types of any depth without recursion.
fn dismantle(mut pending: Vec<Type>) {
    while let Some(ty) = pending.pop() {
        match ty {
            Type::List(ElementType(node)) | Type::Set(ElementType(node)) | Type::Map(ElementType(node)) => {
                if let Some(mut node) = Arc::into_inner(node) {
                    node.facts.depth = 0;
                    pending.push(mem::replace(&mut node.ty, Type::Dynamic));
                }
            }
            Type::Tuple(TupleType(node)) => {
                if let Some(mut node) = Arc::into_inner(node) {
                    node.facts.depth = 0;
                    pending.append(&mut node.elements);
                }
            }
            Type::Object(ObjectType(node)) => {
                if let Some(mut node) = Arc::into_inner(node) {
                    node.facts.depth = 0;
                    pending.extend(mem::take(&mut node.attributes).into_values());
                }
            }
            _ => {}
        }
    }
}

impl Drop for ElementNode {
    fn drop(&mut self) {
        if self.facts.depth > SHALLOW {
            dismantle(vec![mem::replace(&mut self.ty, Type::Dynamic)]);
        }
    }
}

impl Drop for TupleNode {
    fn drop(&mut self) {
        if self.facts.depth > SHALLOW {
            dismantle(mem::take(&mut self.elements));
        }
    }
}

impl Drop for ObjectNode {
    fn drop(&mut self) {
        if self.facts.depth > SHALLOW {
            dismantle(mem::take(&mut self.attributes).into_values().collect());
        }
    }
}
