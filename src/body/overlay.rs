//! Overlays: bodies whose attributes and blocks override those of other bodies.

use std::borrow::Borrow;
use std::mem;
use std::ops::Range;
use std::sync::Arc;

use super::by_syntax::BySyntax;
use super::consumed::Consumed;
use super::native::{self, generated_type};
use super::objects::with_objects;
use super::structure::{Block, Body, BodyPart, Change, Overlaid};
use crate::json_syntax::{Kind, NodeId};
use crate::syntax::ast;
use crate::syntax::ast::tree::BodyId;
use crate::syntax::scope::DYNAMIC;
use crate::util::ordered::OrderedMap;

impl Overlaid {
    /// Returns whether its items override those of the parts before it.
    pub(super) fn overrides(&self) -> bool {
        self.overrides
    }

    pub(super) fn change(&self, node: u32) -> Option<&Change> {
        self.changes.get(&node)
    }

    /// Replaces the bodies of blocks.
    fn map_bodies(&self, replace: impl Fn(&Body) -> Body) -> Self {
        let change = |change: &Change| match change {
            Change::Block(block) => {
                Change::Block(Box::new(Block { body: replace(&block.body), ..Block::clone(block) }))
            }
            Change::Body(body) => Change::Body(replace(body)),
            change => change.clone(),
        };
        let changes = self.changes.iter().map(|(node, it)| (*node, change(it))).collect();
        Self { overrides: self.overrides, changes }
    }
}

impl BodyPart {
    /// Replaces the part, and the parts of the bodies that others were merged in.
    pub(super) fn map_all(&self, replace: &impl Fn(&Self) -> Self) -> Self {
        let mut part = replace(self);
        if let Some(overlaid) = &self.overlaid {
            part.overlaid = Some(Arc::new(overlaid.map_bodies(|body| body.map_parts(replace))));
        }
        part
    }
}

impl Body {
    /// Returns a body in which the items of each body override those of the bodies before it, by
    /// the rules of Terraform for [override files]:
    ///
    /// - An attribute replaces the one of its name.
    /// - A block is merged into the block of the same type and labels: its attributes replace those
    ///   of their names, and its nested blocks replace *all* nested blocks of their types. What
    ///   they contain is not merged.
    /// - Other attributes and blocks are added. In Terraform such a block is an error.
    ///
    /// If several blocks have the same type and labels, an attribute or nested block replaces those
    /// in all of them. A `dynamic` block among the nested blocks replaces those that it generates.
    ///
    /// The parts keep their sources, so errors have the location in the file where the value is
    /// set. Bodies of both syntaxes can override each other. In HCL JSON the schema, or the type
    /// that is decoded, defines which properties are blocks: as an attribute a property is
    /// replaced, as blocks it is merged, and a map merges the keys of JSON objects, as it does
    /// labels. Any other JSON value than an object replaces the property.
    ///
    /// ```
    /// use serde_hcl::{Body, EvalContext, Source, parse_file};
    ///
    /// #[derive(serde::Deserialize)]
    /// struct Config {
    ///     server: Server,
    /// }
    ///
    /// #[derive(serde::Deserialize)]
    /// struct Server {
    ///     host: String,
    ///     port: u16,
    /// }
    ///
    /// let base = "server {\n  host = \"example.org\"\n  port = 80\n}\n";
    /// let base = parse_file(Source::new("base.hcl", base)).into_result()?;
    /// let local = parse_file(Source::new("local.hcl", "server {\n  port = 8080\n}\n")).into_result()?;
    /// let body = Body::overlay([base.body(), local.body()]);
    /// let config: Config = serde_hcl::from_body(&body, &EvalContext::new())?;
    /// assert_eq!((config.server.host.as_str(), config.server.port), ("example.org", 8080));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    ///
    /// [override files]: https://developer.hashicorp.com/terraform/language/files/override
    pub fn overlay(bodies: impl IntoIterator<Item: Borrow<Self>>) -> Self {
        Self::overlay_with(bodies, Depth::Top)
    }

    /// Returns a body in which the items of each body override those of the bodies before it, in
    /// blocks at all levels.
    ///
    /// The rules are those of [`overlay`](Self::overlay) with one difference: a nested block is
    /// merged into the nested block of the same type and labels, and so are the blocks in it. If
    /// several blocks have the same type and labels, or if both blocks are HCL JSON, the nested
    /// blocks are replaced as in an overlay. An attribute is always replaced as a whole, also if
    /// its value is an object, unless by [`overlay_objects`](Self::overlay_objects).
    ///
    /// ```
    /// use serde_hcl::{Body, EvalContext, from_body, parse_file};
    ///
    /// #[derive(serde::Deserialize)]
    /// struct Config {
    ///     server: Server,
    /// }
    ///
    /// #[derive(serde::Deserialize)]
    /// struct Server {
    ///     tls: Tls,
    /// }
    ///
    /// #[derive(serde::Deserialize)]
    /// struct Tls {
    ///     cert: String,
    ///     key: String,
    /// }
    ///
    /// let base = "server {\n  tls {\n    cert = \"a\"\n    key = \"b\"\n  }\n}\n";
    /// let base = parse_file(base).into_result()?;
    /// let local = parse_file("server {\n  tls {\n    key = \"c\"\n  }\n}\n").into_result()?;
    /// let body = Body::overlay_deep([base.body(), local.body()]);
    /// let config: Config = from_body(&body, &EvalContext::new())?;
    /// assert_eq!((config.server.tls.cert.as_str(), config.server.tls.key.as_str()), ("a", "c"));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn overlay_deep(bodies: impl IntoIterator<Item: Borrow<Self>>) -> Self {
        Self::overlay_with(bodies, Depth::Blocks)
    }

    /// Works like [`overlay_deep`](Self::overlay_deep), and merges objects too.
    ///
    /// If an attribute and the one that it overrides are both objects in braces whose keys are
    /// names or strings, the result is an object with the entries of both. Entries with the same
    /// key are merged by the same rule, or else the one of the later body is used. An attribute
    /// with any other value, such as a list, `null`, a reference or a `for` expression, is replaced
    /// as a whole, and so are objects with a repeated key. An object in HCL JSON, such as that of
    /// [`from_variables`](Self::from_variables), is merged with one in native syntax, unless it has
    /// an escape sequence that only JSON has; two in HCL JSON are merged as `overlay_deep` merges
    /// them. Errors have the locations in the bodies that the entries are from.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    ///
    /// use serde_hcl::{Body, EvalContext, from_body, parse_file};
    ///
    /// let base = parse_file("tags = { env = \"dev\", team = \"a\" }\n").into_result()?;
    /// let local = parse_file("tags = { env = \"prod\" }\n").into_result()?;
    /// let body = Body::overlay_objects([base.body(), local.body()]);
    /// let config: BTreeMap<String, BTreeMap<String, String>> =
    ///     from_body(&body, &EvalContext::new())?;
    /// assert_eq!(config["tags"]["env"], "prod");
    /// assert_eq!(config["tags"]["team"], "a");
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn overlay_objects(bodies: impl IntoIterator<Item: Borrow<Self>>) -> Self {
        let mut attributes = OrderedMap::new();
        let layers = bodies.into_iter().map(|body| with_objects(&mut attributes, body.borrow()));
        Self::overlay_with(layers.collect::<Vec<_>>(), Depth::Objects)
    }

    fn overlay_with(bodies: impl IntoIterator<Item: Borrow<Self>>, depth: Depth) -> Self {
        let (mut parts, mut ends) = (Vec::new(), Vec::new());
        for body in bodies {
            parts.extend_from_slice(body.borrow().part_handles());
            ends.push(parts.len());
        }
        let mut overlay = Overlay { depth, ..Overlay::new(&parts) };
        let mut start = 0;
        for end in &ends {
            overlay.add(start..*end);
            start = *end;
        }
        Self::of_parts(overlay.into_parts(ends.first().copied().unwrap_or_default()))
    }
}

/// A block: the index of its part, and of the node of its body. Or a value of a JSON property.
type Site = (usize, u32);

/// The type of blocks and their labels.
type Header<'p> = (&'p str, Vec<&'p str>);

/// Blocks of the same type and labels.
struct Group {
    /// The blocks that are overridden.
    sites: Vec<Site>,
    /// The bodies of those that override them, in order.
    overrides: Vec<Body>,
}

/// The parts that an overlay merges.
#[derive(Clone, Copy, PartialEq, Default)]
enum Depth {
    /// The blocks of a body.
    #[default]
    Top,
    /// The nested blocks too.
    Blocks,
    /// The objects of attributes too.
    Objects,
}

/// An overlay in progress: parts, of which those of each body override those of the bodies before.
#[derive(Default)]
struct Overlay<'p> {
    depth: Depth,
    /// The parts, as they were.
    parts: &'p [BodyPart],
    consumed: Vec<Consumed>,
    overlaid: Vec<Overlaid>,
    /// The blocks to be merged, in the order in which the first of each was found.
    groups: OrderedMap<Site, Group>,
    /// The contents of the parts that may be overridden: attributes and blocks in native syntax,
    /// properties in HCL JSON.
    attributes: OrderedMap<&'p str, Vec<usize>>,
    blocks: OrderedMap<Header<'p>, Vec<Site>>,
    properties: OrderedMap<&'p str, Vec<Site>>,
    /// The blocks in native syntax by their sites.
    written: OrderedMap<Site, ast::Block<'p>>,
    /// The numbers of labels of the blocks of each type.
    label_counts: OrderedMap<&'p str, Vec<usize>>,
}

impl<'p> Overlay<'p> {
    fn new(parts: &'p [BodyPart]) -> Self {
        let consumed = |part: &BodyPart| part.consumed.as_deref().cloned().unwrap_or_default();
        let overlaid = |part: &BodyPart| part.overlaid.as_deref().cloned().unwrap_or_default();
        Self {
            parts,
            consumed: parts.iter().map(consumed).collect(),
            overlaid: parts.iter().map(overlaid).collect(),
            ..Self::default()
        }
    }

    /// Adds the parts of a body, which override those before.
    fn add(&mut self, indexes: Range<usize>) {
        let mut values: OrderedMap<&str, Vec<Site>> = OrderedMap::new();
        let mut blocks: OrderedMap<Header<'p>, Vec<Site>> = OrderedMap::new();
        let mut attributes: Vec<(&str, usize)> = Vec::new();
        for index in indexes {
            let part = self.parts[index].view();
            match part.node {
                BySyntax::Native((tree, id)) => {
                    let body = ast::Body::new(tree, id);
                    let shown = body.attributes().filter(|it| !part.hides_attribute(it.name()));
                    attributes.extend(shown.map(|attribute| (attribute.name(), index)));
                    for block in body.blocks().filter(|it| part.shows(*it)) {
                        let labels: Vec<&str> = block.labels().map(|label| label.text()).collect();
                        let site = (index, block.body().id().0);
                        self.written.insert(site, block);
                        blocks.entry((block.block_type(), labels)).or_default().push(site);
                    }
                }
                BySyntax::Json((tree, id)) => {
                    for member in tree.node(id).members().filter(|it| part.shows_member(*it)) {
                        let site = (index, member.value().id().0);
                        values.entry(member.name().text()).or_default().push(site);
                    }
                }
            }
        }
        for name in attributes.iter().map(|(name, _)| *name).chain(values.keys().copied()) {
            for index in self.attributes.get_mut(name).map(mem::take).unwrap_or_default() {
                self.consumed[index].attributes.insert(name.into());
            }
        }
        for (name, _) in &attributes {
            let replaced = self.properties.get_mut(name).map(mem::take).unwrap_or_default();
            self.drop_all(&replaced);
        }
        let in_json = self.in_json(blocks.keys());
        for (header, overrides) in blocks.iter() {
            let mut sites = self.blocks.get(header).cloned().unwrap_or_default();
            sites.extend(in_json.get(header).into_iter().flatten());
            if header.0 == DYNAMIC {
                // A dynamic block is replaced as a whole: the blocks that it generates have other
                // labels.
                self.drop_all(&sites);
            } else {
                self.merge(sites, overrides);
            }
        }
        for (name, overrides) in values.iter() {
            for count in self.label_counts.get(name).cloned().unwrap_or_default() {
                for (labels, nodes) in self.at_depth(overrides, count) {
                    let sites = self.blocks.get(&(*name, labels)).cloned().unwrap_or_default();
                    self.merge(sites, &nodes);
                }
            }
            let others = self.properties.get(name).cloned().unwrap_or_default();
            self.override_values(&others, overrides);
        }

        for (name, index) in attributes {
            self.attributes.entry(name).or_default().push(index);
        }
        for (header, sites) in blocks {
            let mut sites: Vec<Site> = sites.into_iter().filter(|site| self.is_separate(site)).collect();
            if !sites.is_empty() {
                let counts = self.label_counts.entry(header.0).or_default();
                if let Err(at) = counts.binary_search(&header.1.len()) {
                    counts.insert(at, header.1.len());
                }
                self.blocks.entry(header).or_default().append(&mut sites);
            }
        }
        for (name, mut sites) in values {
            self.properties.entry(name).or_default().append(&mut sites);
        }
    }

    /// Returns the objects in properties that have the type and as many labels as some blocks.
    fn in_json<'h>(&self, headers: impl Iterator<Item = &'h Header<'p>>) -> OrderedMap<Header<'p>, Vec<Site>>
    where
        'p: 'h,
    {
        let counts: OrderedMap<_, ()> = headers.map(|(name, labels)| ((*name, labels.len()), ())).collect();
        let mut found = OrderedMap::new();
        for (name, count) in counts.into_keys() {
            let values = self.properties.get(name).map(Vec::as_slice).unwrap_or_default();
            for (labels, sites) in self.at_depth(values, count) {
                found.insert((name, labels), sites);
            }
        }
        found
    }

    /// Returns the objects in JSON values that are the bodies of blocks with a number of labels, by
    /// their labels.
    fn at_depth(&self, values: &[Site], count: usize) -> OrderedMap<Vec<&'p str>, Vec<Site>> {
        let mut found: OrderedMap<Vec<&str>, Vec<Site>> = OrderedMap::new();
        for (part, node) in values {
            let BySyntax::Json((tree, _)) = &self.parts[*part].node else { continue };
            let mut nodes = vec![(Vec::new(), tree.node(NodeId(*node)))];
            for _ in 0..count {
                let below = nodes.into_iter().flat_map(|(labels, node)| {
                    node.members().map(move |member| {
                        let labels = labels.iter().copied().chain([member.name().text()]);
                        (labels.collect::<Vec<_>>(), member.value())
                    })
                });
                nodes = below.collect();
            }
            for (labels, node) in nodes {
                let sites = found.entry(labels).or_default();
                match node.kind() {
                    Kind::Object(_) => sites.push((*part, node.id().0)),
                    Kind::Array(array) => sites.extend(array.elements().map(|it| (*part, it.id().0))),
                    _ => {}
                }
            }
        }
        found
    }

    /// Overrides values of JSON properties by others of the same name. Objects may be blocks or
    /// labels, so they are merged too.
    fn override_values(&mut self, others: &[Site], overrides: &[Site]) {
        let Some(members) = self.members(overrides) else { return self.drop_all(others) };
        let is_object = |site: &Site| self.members(&[*site]).is_some();
        let left = others.iter().filter(|(part, node)| self.overlaid[*part].has_value(NodeId(*node)));
        let (objects, replaced): (Vec<Site>, Vec<Site>) = left.partition(|site| is_object(site));
        self.drop_all(&replaced);
        let other_members = self.members(&objects).unwrap_or_default();
        self.merge(objects, overrides);
        for (name, overrides) in members {
            if let Some(others) = other_members.get(name) {
                self.override_values(others, &overrides);
            }
        }
    }

    /// Returns the members of values by name, if all values are objects.
    fn members(&self, values: &[Site]) -> Option<OrderedMap<&'p str, Vec<Site>>> {
        let mut members: OrderedMap<&str, Vec<Site>> = OrderedMap::new();
        for (part, node) in values {
            let BySyntax::Json((tree, _)) = &self.parts[*part].node else { return None };
            let Kind::Object(object) = tree.node(NodeId(*node)).kind() else { return None };
            for member in object.members() {
                members.entry(member.name().text()).or_default().push((*part, member.value().id().0));
            }
        }
        Some(members)
    }

    fn drop_all(&mut self, sites: &[Site]) {
        for (part, node) in sites {
            self.overlaid[*part].changes.insert(*node, Change::Dropped);
        }
    }

    /// Returns whether a block is neither overridden as a whole nor a part of another one.
    fn is_separate(&self, (part, node): &Site) -> bool {
        self.overlaid[*part].has_block(*node)
    }

    /// Records that blocks are merged into others with the same header, if there are any.
    fn merge(&mut self, sites: Vec<Site>, overrides: &[Site]) {
        let sites: Vec<Site> = sites.into_iter().filter(|site| self.is_separate(site)).collect();
        let Some(last) = sites.last() else { return };
        let separate = overrides.iter().filter(|site| self.is_separate(site));
        let bodies: Vec<Body> = separate.map(|site| self.body(*site)).collect();
        for (part, node) in overrides {
            self.overlaid[*part].changes.insert(*node, Change::Moved);
        }
        let group = self.groups.entry(*last).or_insert_with(|| Group { sites, overrides: Vec::new() });
        group.overrides.extend(bodies);
    }

    /// Returns the body of a block.
    fn body(&self, (part, node): Site) -> Body {
        let view = self.parts[part].view();
        match (self.overlaid[part].change(node), view.node) {
            (Some(Change::Block(block)), _) => block.body.clone(),
            (Some(Change::Body(body)), _) => body.clone(),
            (_, BySyntax::Native((tree, _))) => view.inner_body(BySyntax::Native((tree, BodyId(node)))),
            (_, BySyntax::Json((tree, _))) => view.inner_body(BySyntax::Json((tree, NodeId(node)))),
        }
    }

    /// Merges the recorded blocks.
    fn merge_groups(&mut self) {
        for (last, Group { sites, overrides }) in mem::take(&mut self.groups) {
            if self.depth != Depth::Top && sites.len() == 1 && self.written.contains_key(&last) {
                let bodies = [self.body(last)].into_iter().chain(overrides);
                let body = match self.depth {
                    Depth::Objects => Body::overlay_objects(bodies),
                    depth => Body::overlay_with(bodies, depth),
                };
                let change = self.with_body(last, body);
                self.overlaid[last.0].changes.insert(last.1, change);
                continue;
            }
            let mut names = Consumed::default();
            let mut added = Vec::new();
            for body in overrides.iter().rev() {
                for part in body.part_handles().iter().map(|part| hide_in(part, &names)).rev() {
                    let mut overlaid = part.overlaid.as_deref().cloned().unwrap_or_default();
                    overlaid.overrides = true;
                    added.push(BodyPart { overlaid: Some(Arc::new(overlaid)), ..part });
                }
                add_names(body, &mut names);
            }
            added.reverse();
            for site in sites {
                let body = self.body(site);
                let mut parts: Vec<BodyPart> =
                    body.part_handles().iter().map(|part| hide_in(part, &names)).collect();
                if let Some(first) = parts.first_mut() {
                    first.overlaid.get_or_insert_default();
                }
                if site == last {
                    parts.append(&mut added);
                }
                let change = self.with_body(site, Body::of_parts(parts));
                self.overlaid[site.0].changes.insert(site.1, change);
            }
        }
    }

    /// Returns the change of a block that gets a body.
    fn with_body(&self, site: Site, body: Body) -> Change {
        let (part, node) = site;
        let view = self.parts[part].view();
        let block = match (self.overlaid[part].change(node), self.written.get(&site), view.node) {
            (Some(Change::Block(block)), ..) => Block::clone(block),
            (_, Some(block), BySyntax::Native((tree, _))) => native::block(view, tree, *block),
            _ => return Change::Body(body),
        };
        Change::Block(Box::new(Block { body, ..block }))
    }

    /// Returns the parts of the overlay, of which those from an index on override others.
    fn into_parts(mut self, first_override: usize) -> Vec<BodyPart> {
        self.merge_groups();
        let mut parts = self.parts.to_vec();
        for (index, (consumed, mut overlaid)) in self.consumed.into_iter().zip(self.overlaid).enumerate() {
            if !consumed.is_empty() {
                parts[index].consumed = Some(Arc::new(consumed));
            }
            overlaid.overrides |= index >= first_override;
            parts[index].overlaid = Some(Arc::new(overlaid));
        }
        parts
    }
}

/// Adds the names that the body of a block overrides.
fn add_names(body: &Body, names: &mut Consumed) {
    for part in body.parts() {
        match part.node {
            BySyntax::Native((tree, id)) => {
                let body = ast::Body::new(tree, id);
                let attributes = body.attributes().filter(|it| !part.hides_attribute(it.name()));
                names.attributes.extend(attributes.map(|it| it.name().into()));
                let blocks = body.blocks().filter(|it| part.shows(*it));
                names.blocks.extend(blocks.map(|it| generated_type(it).into()));
            }
            BySyntax::Json((tree, id)) => {
                let members = tree.node(id).members().filter(|it| part.shows_member(*it));
                members.for_each(|member| names.insert(member.name().text()));
            }
        }
    }
}

/// Returns a part without the items that have some names.
fn hide_in(part: &BodyPart, names: &Consumed) -> BodyPart {
    let mut consumed = part.consumed.as_deref().cloned().unwrap_or_default();
    let mut overlaid = part.overlaid.as_deref().cloned().unwrap_or_default();
    match part.view().node {
        BySyntax::Native((tree, id)) => {
            let body = ast::Body::new(tree, id);
            let attributes = body.attributes().map(|attribute| attribute.name());
            let replaced = attributes.filter(|name| names.attributes.contains(name));
            consumed.attributes.extend(replaced.map(Arc::from));
            let replaced = body.blocks().filter(|block| names.blocks.contains(generated_type(*block)));
            for block in replaced {
                overlaid.changes.insert(block.body().id().0, Change::Dropped);
            }
        }
        BySyntax::Json((tree, id)) => {
            let members = tree.node(id).members().map(|member| member.name().text());
            let replaced =
                members.filter(|name| names.attributes.contains(name) || names.blocks.contains(name));
            consumed.attributes.extend(replaced.map(Arc::from));
        }
    }
    BodyPart { consumed: Some(Arc::new(consumed)), overlaid: Some(Arc::new(overlaid)), ..part.clone() }
}
