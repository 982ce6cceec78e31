//! The items of a large body, or the elements of a large tuple or object, in parts that are parsed
//! by themselves.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use super::collection::Collection;
use super::layout::Edit;
use super::lines::{Gaps, TextView, body_of};
use super::names::{Indexes, names_of};
use super::path::{Path, Target};
use crate::body::File;
use crate::syntax::ast;
use crate::syntax::format::{Indents, format_lines};

/// A chunk or a leaf of more than twice this number of bytes is split, where there are boundaries
/// between its items. An operation parses about one.
pub(super) const SIZE: usize = 1024;

/// A body, a tuple or an object with fewer children is changed as a whole.
const MANY: usize = 16;

/// The children of a large body, tuple or object of a formatted chunk: its items or elements.
///
/// An operation changes one or a few leaves, and formats only those. The columns of lines in
/// different leaves are aligned when the chunk is formatted, which is done when its text is needed.
#[derive(Clone)]
pub(super) struct Group {
    /// The path of the body, tuple or object in the chunk.
    path: Vec<usize>,
    /// The children in the text of the chunk, before any of them was changed.
    pub(super) span: Range<usize>,
    /// What a leaf is parsed between: the beginnings of the items and elements around it.
    before: String,
    /// The ends of those.
    after: String,
    /// The path of the body, tuple or object in the tree of leaves.
    site: Path,
    leaves: Vec<Arc<Leaf>>,
    /// The number of children before each leaf, and of all children.
    counts: Vec<usize>,
    /// At least the length of the longest line, and the number of lines.
    longest: usize,
    lines: usize,
}

/// Some children, with the text up to the next.
struct Leaf {
    file: File,
    /// The path of the body, tuple or object in the file.
    path: Path,
    children: Range<usize>,
    span: Range<usize>,
    gaps: OnceLock<Gaps>,
    names: OnceLock<(Indexes, Filter)>,
}

/// Bits of the hashes of names, to skip most leaves that do not have a name.
#[derive(Default)]
struct Filter([u64; 8]);

impl Filter {
    /// Returns the index and the bit of a name.
    fn bit(name: &[String]) -> (usize, u64) {
        let mut hasher = DefaultHasher::new();
        name.hash(&mut hasher);
        let hash = hasher.finish();
        ((hash >> 6) as usize % 8, 1 << (hash % 64))
    }
}

/// A body, a tuple or an object.
enum Parent<'t> {
    Body(ast::Body<'t>),
    Collection(Collection<'t>),
}

impl<'t> Parent<'t> {
    fn of(root: ast::Body<'t>, path: &Path) -> Option<Self> {
        match path.body(root) {
            Some(body) => Some(Self::Body(body)),
            None => path.target(root)?.collection().map(Self::Collection),
        }
    }

    fn len(&self) -> usize {
        match self {
            Self::Body(body) => body.items().len(),
            Self::Collection(collection) => collection.len,
        }
    }

    fn inside(&self, text: TextView<'_>) -> Range<usize> {
        match self {
            Self::Body(body) => text.inside(*body),
            Self::Collection(collection) => collection.inside(),
        }
    }

    fn child(&self, text: TextView<'_>, index: usize) -> Range<usize> {
        match self {
            Self::Body(body) => text.item(*body, index),
            Self::Collection(collection) => collection.element(index),
        }
    }

    /// Returns the range of the children, and whether these are lines of their own.
    fn content(&self, text: TextView<'_>) -> Option<(Range<usize>, bool)> {
        let inside = self.inside(text);
        if inside.start == text.start() {
            return Some((inside, true));
        }
        let first_line = text.line_end(inside.start);
        if first_line > inside.end {
            return matches!(self, Self::Collection(_)).then_some((inside, false));
        }
        let is_open = self.child(text, 0).start >= first_line
            && !text.text[inside.start..first_line].contains("/*")
            && text.begins_line(inside.end);
        is_open.then(|| (first_line..text.line_start(inside.end), true))
    }

    /// Returns the offset before a child where its text is separate from that before it.
    fn cut(&self, text: TextView<'_>, index: usize) -> Option<usize> {
        match self {
            Self::Body(body) => text.extent(*body, index, 0).lines.map(|lines| lines.start),
            Self::Collection(collection) => {
                let lead = text.lead_start(collection.get(index)?.start);
                if text.begins_line(lead) {
                    return Some(text.line_start(lead));
                }
                let is_in_line = !text.text[collection.inside()].contains('\n');
                (is_in_line && collection.comma(text, index.checked_sub(1)?)? < lead).then_some(lead)
            }
        }
    }
}

impl Leaf {
    fn parent(&self) -> Option<Parent<'_>> {
        Parent::of(body_of(&self.file), &self.path)
    }

    fn text(&self) -> &str {
        &self.file.source().text()[self.span.clone()]
    }

    fn gaps(&self) -> Gaps {
        *self.gaps.get_or_init(|| match self.parent() {
            Some(Parent::Body(body)) => {
                TextView::of(body).gaps(body, self.children.clone(), self.span.clone())
            }
            _ => Gaps::default(),
        })
    }

    fn items(&self) -> impl DoubleEndedIterator<Item = ast::BodyItem<'_>> {
        let body = self.path.body(body_of(&self.file));
        self.children.clone().filter_map(move |index| body?.item(index))
    }

    /// Returns the indexes of the children by their names or keys.
    fn names(&self) -> &(Indexes, Filter) {
        self.names.get_or_init(|| {
            let indexes = match self.parent() {
                Some(Parent::Collection(collection)) => {
                    let start = self.children.start;
                    let keys = collection.keys(self.children.clone());
                    keys.map(|(key, index)| (vec![key.to_owned()], index - start)).collect()
                }
                _ => names_of(self.items()),
            };
            let mut filter = Filter::default();
            for (word, bit) in indexes.keys().map(|name| Filter::bit(name)) {
                filter.0[word] |= bit;
            }
            (indexes, filter)
        })
    }

    /// Returns some children of a file in leaves of about [`SIZE`] bytes.
    fn split(file: &File, path: &Path, children: Range<usize>, span: Range<usize>) -> Vec<Arc<Self>> {
        let text = TextView::of(body_of(file));
        let mut leaves = Vec::new();
        let mut push = |children, span| {
            let (file, path) = (file.clone(), path.clone());
            let (gaps, names) = (OnceLock::new(), OnceLock::new());
            leaves.push(Arc::new(Self { file, path, children, span, gaps, names }));
        };
        let (mut first, mut start) = (children.start, span.start);
        if let Some(parent) = Parent::of(body_of(file), path).filter(|_| span.len() > 2 * SIZE) {
            for index in children.start + 1..children.end {
                if parent.child(text, index).start > start + SIZE
                    && let Some(cut) = parent.cut(text, index)
                {
                    push(first..index, start..cut);
                    (first, start) = (index, cut);
                }
            }
        }
        push(first..children.end, start..span.end);
        leaves
    }
}

impl Group {
    /// Returns the largest of the bodies, tuples and objects that lead to a place in a file, if it
    /// is worth it.
    pub(super) fn of(file: &File, place: &[usize]) -> Option<Self> {
        let root = body_of(file);
        let text = TextView::of(root);
        let parent = |level: usize| Parent::of(root, &Path(place[..level].to_vec()));
        let levels = (0..place.len()).rev().filter(|level| parent(*level).is_some());
        let level = levels.max_by_key(|level| parent(*level).map_or(0, |parent| parent.len()))?;
        let (path, own) = (place[..level].to_vec(), parent(level).filter(|parent| parent.len() >= MANY)?);
        let (span, is_lines) = own.content(text).filter(|(span, _)| span.len() > 2 * SIZE)?;
        let (mut before, mut after) = (String::new(), String::new());
        for (level, index) in path.iter().enumerate() {
            let (outer, inner) = (parent(level)?, parent(level + 1)?);
            let (child, inside) = (outer.child(text, *index), inner.inside(text));
            let around = outer.inside(text);
            let line = |range: Range<usize>| if text.text[range].contains('\n') { "\n" } else { "" };
            before += line(around.start.min(child.start)..child.start);
            before += &text.text[child.start..inside.start];
            after = [&text.text[inside.end..child.end], line(child.end..around.end), &after].concat();
        }
        let before = before.trim_start();
        let before = [before, if is_lines && !path.is_empty() { "\n" } else { "" }].concat();
        let leaves = Leaf::split(file, &Path(path.clone()), 0..own.len(), span.clone());
        let site = Path(vec![0; path.len()]);
        let counts = Vec::new();
        let mut group = Self { path, span, before, after, site, leaves, counts, longest: 0, lines: 0 };
        group.measure(text.text);
        group.count();
        Some(group)
    }

    /// Takes the lines of a new text into account.
    fn measure(&mut self, text: &str) {
        for line in text.lines() {
            self.longest = self.longest.max(line.len());
            self.lines += 1;
        }
    }

    /// Counts the children.
    fn count(&mut self) {
        let mut count = 0;
        self.counts.clear();
        self.counts.push(0);
        self.counts.extend(self.leaves.iter().map(|leaf| {
            count += leaf.children.len();
            count
        }));
    }

    /// Returns whether the children are items of the file.
    pub(super) fn is_root(&self) -> bool {
        self.path.is_empty()
    }

    /// Returns the path from a child on, if a place is in one of the children.
    pub(super) fn within<'p>(&self, place: &'p [usize]) -> Option<&'p [usize]> {
        place.strip_prefix(self.path.as_slice()).filter(|rest| !rest.is_empty())
    }

    /// Returns whether a place is that of the body, tuple or object.
    pub(super) fn is_at(&self, place: &[usize]) -> bool {
        self.path == place
    }

    /// Returns whether a place is that of the body, tuple or object, or around it.
    pub(super) fn is_around(&self, place: &[usize]) -> bool {
        self.path.starts_with(place)
    }

    /// Returns the number of children.
    pub(super) fn len(&self) -> usize {
        self.counts[self.leaves.len()]
    }

    pub(super) fn write(&self, out: &mut String) {
        self.leaves.iter().for_each(|leaf| out.push_str(leaf.text()));
    }

    fn leaf_of(&self, child: usize) -> usize {
        let after = self.counts[1..].partition_point(|count| *count <= child);
        after.min(self.leaves.len() - 1)
    }

    /// Returns the tree of a leaf, and a path in it.
    pub(super) fn locate(&self, rest: &[usize]) -> Option<(ast::Body<'_>, Path)> {
        let (child, rest) = rest.split_first()?;
        let at = self.leaf_of(*child);
        let leaf = &self.leaves[at];
        let index = leaf.children.start + (child - self.counts[at]);
        let path = leaf.path.0.iter().copied().chain([index]).chain(rest.iter().copied()).collect();
        leaf.children.contains(&index).then(|| (body_of(&leaf.file), Path(path)))
    }

    pub(super) fn target(&self, rest: &[usize]) -> Option<Target<'_>> {
        let (root, path) = self.locate(rest)?;
        path.target(root)
    }

    pub(super) fn items(&self) -> impl DoubleEndedIterator<Item = ast::BodyItem<'_>> {
        self.leaves.iter().flat_map(|leaf| leaf.items())
    }

    /// Returns the index of the first item of a name, or of the last item of a key.
    pub(super) fn find(&self, name: &[String], is_key: bool) -> Option<usize> {
        let (word, bit) = Filter::bit(name);
        let found = |at: usize| {
            let (indexes, filter) = self.leaves[at].names();
            let may_have = filter.0[word] & bit != 0;
            may_have.then(|| indexes.get(name).map(|index| self.counts[at] + index))?
        };
        let mut leaves = 0..self.leaves.len();
        if is_key { leaves.rev().find_map(found) } else { leaves.find_map(found) }
    }

    pub(super) fn gaps(&self) -> Gaps {
        Gaps::all(self.leaves.iter().map(|leaf| leaf.gaps()))
    }

    /// Returns the part in which a child can be changed, or inserted: it and those next to it.
    pub(super) fn window(&self, child: usize) -> Window<'_> {
        let leaves = self.leaf_of(child.saturating_sub(1))..self.leaf_of(child + 1) + 1;
        // The first element decides about the notation of others.
        let is_body = self.leaves[0].path.body(body_of(&self.leaves[0].file)).is_some();
        let first = if is_body || leaves.start == 0 { 0 } else { self.counts[1] };
        Window { group: self, shift: self.counts[leaves.start] - first, leaves, first }
    }

    /// Replaces the leaves of a window, if the formatted text is certain to be short enough: each
    /// line can become as long as the longest one. Returns whether it did.
    pub(super) fn replace(&mut self, window: Range<usize>, leaves: Leaves, length: usize) -> bool {
        self.measure(leaves.text());
        let length = length.saturating_add(self.lines.saturating_mul(self.longest));
        let is_short = i32::try_from(length).is_ok();
        if is_short {
            self.leaves.splice(window, leaves.0);
            self.count();
        }
        is_short
    }
}

/// New leaves.
pub(super) struct Leaves(Vec<Arc<Leaf>>);

impl Leaves {
    /// Returns the text in which they are.
    pub(super) fn text(&self) -> &str {
        self.0.first().map_or("", |leaf| leaf.file.source().text())
    }
}

/// Some leaves of a group as a text by themselves.
pub(super) struct Window<'g> {
    group: &'g Group,
    pub(super) leaves: Range<usize>,
    /// The number of elements of the first leaf, if that comes before the other leaves.
    first: usize,
    /// The number of children before the window, by which indexes are smaller in it.
    pub(super) shift: usize,
}

impl Window<'_> {
    pub(super) fn text(&self) -> String {
        let first = &self.group.leaves[..usize::from(self.first > 0)];
        let leaves = first.iter().chain(&self.group.leaves[self.leaves.clone()]);
        let texts = leaves.map(|leaf| leaf.text());
        [self.group.before.as_str()].into_iter().chain(texts).chain([self.group.after.as_str()]).collect()
    }

    /// Returns the path in the window of a place that begins with a child.
    pub(super) fn path(&self, rest: &[usize]) -> Path {
        let mut path = self.group.site.clone();
        path.0.extend(rest);
        if let Some(child) = path.0.get_mut(self.group.site.0.len()) {
            *child -= self.shift;
        }
        path
    }

    /// Returns a text with edits, formatted. Edits of other text than that of the children are
    /// refused.
    pub(super) fn apply(&self, root: ast::Body<'_>, mut edits: Vec<Edit>) -> Option<String> {
        let text = TextView::of(root);
        let inside = Parent::of(root, &self.group.site)?.inside(text);
        edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
        let mut new = String::with_capacity(text.text.len() + 256);
        let mut done = 0;
        for edit in edits {
            if edit.span.start < inside.start.max(done) || edit.span.end > inside.end {
                return None;
            }
            new.push_str(&text.text[done..edit.span.start]);
            new.push_str(&edit.text);
            done = edit.span.end;
        }
        new.push_str(&text.text[done..]);
        Some(format_lines(&new, Indents::Levels).text)
    }

    /// Returns the leaves of a window that was changed.
    pub(super) fn leaves(&self, file: &File) -> Option<Leaves> {
        let root = body_of(file);
        let text = TextView::of(root);
        let parent = Parent::of(root, &self.group.site)?;
        let (span, is_lines) = parent.content(text)?;
        let start = if self.first > 0 { parent.cut(text, self.first)? } else { span.start };
        let was_lines = self.group.before.is_empty() || self.group.before.ends_with('\n');
        let children = self.first..parent.len();
        (is_lines == was_lines && !children.is_empty())
            .then(|| Leaves(Leaf::split(file, &self.group.site, children, start..span.end)))
    }

    /// Returns whether the path is that of the body of the group.
    pub(super) fn is_of(&self, path: &Path) -> bool {
        self.group.site == *path
    }

    pub(super) fn is_root(&self) -> bool {
        self.group.is_root()
    }

    /// Returns the blank lines between the items of the group, with the tree of the window.
    pub(super) fn gaps(&self, root: ast::Body<'_>) -> Gaps {
        let text = TextView::of(root);
        let own = Parent::of(root, &self.group.site).and_then(|parent| {
            let (span, _) = parent.content(text)?;
            self.group.site.body(root).map(|body| text.gaps(body, 0..parent.len(), span))
        });
        let leaves = &self.group.leaves;
        let before = leaves[..self.leaves.start].iter().map(|leaf| leaf.gaps());
        let after = leaves[self.leaves.end..].iter().map(|leaf| leaf.gaps());
        Gaps::all(before.chain(own).chain(after))
    }
}
