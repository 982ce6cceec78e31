//! The values of definitions that use each other.

use std::borrow::Borrow;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock, Weak};

use foldhash::fast::RandomState;

use super::references::{Definition, Edge, MAX_HINTS, NodeNumber, References, Resolved, name_of};
use super::roots::Roots;
use crate::body::{Body, BodyItem, Expression, parse_expression};
use crate::diag::{Code, Diagnostic, Diagnostics, name_hint};
use crate::error::{Error, Result};
use crate::eval::{EvalContext, collect_failure_marks, share_failure_marks};
use crate::ext::userfunc;
use crate::outcome::Outcome;
use crate::syntax::traversal::Traversal;
use crate::value::{Map, Marks, Value};

/// The definitions of a configuration as variables. Each definition is evaluated once, when its
/// value is needed, after those that it refers to.
///
/// - The value of an attribute is that of its expression. The value of a block is that of the
///   attribute which [`Roots::value_of`] names, or an object of its attributes with
///   [`Roots::values`], or the one that [`compute_blocks`](Self::compute_blocks) returns, or
///   unknown. [`set`](Self::set) replaces the value of a definition.
/// - Variables and functions of the context can be used in all expressions, and so can the
///   functions of [`Roots::functions`].
/// - A reference that names no definition gets its value from the
///   [resolver](EvalContext::set_resolver) of the context, if it has one. A [given](Roots::given)
///   name without a value is unknown.
/// - If a name is defined several times, the last definition is used, in the order of the bodies.
///   [`References::check`] reports the others.
/// - Unknown values and marks are passed on as in any expression.
/// - A definition that has an error, or that is in a cycle, is unknown where others refer to it, so
///   that each error is reported once, with its location.
/// - All evaluations together have the limits of the context, see
///   [`EvalContext::share_limits`]. Chains of references of any length need no stack.
///
/// ```
/// use serde_hcl::analysis::{Roots, Scope};
/// use serde_hcl::{EvalContext, Function, parse_file, value};
///
/// let file = parse_file(r#"
/// variable "region" {}
/// locals {
///   tags = { name = local.name }
///   name = "web-${upper(var.region)}"
/// }
/// "#).into_result()?;
/// let mut context = EvalContext::new();
/// context.set_function("upper", Function::from_fn(|text: String| text.to_uppercase()));
/// let mut scope = Scope::new(&Roots::terraform(), [file.body()], &context)?;
/// scope.set("var.region", "eu")?;
/// assert_eq!(scope.value("local")?, value!({ "tags": { "name": "web-EU" }, "name": "web-EU" }));
/// # Ok::<(), serde_hcl::Error>(())
/// ```
#[derive(Clone)]
pub struct Scope {
    references: Arc<References>,
    /// The context of the application, whose limits are shared.
    context: Arc<EvalContext>,
    /// Values that were set, in place of those of the definitions.
    given: Arc<GivenValues>,
    /// Computes the values of blocks.
    blocks: Option<BlockValues>,
    /// The results, from the first use after a value was set.
    core: OnceLock<Arc<Core>>,
}

/// The state that the contexts of a scope share.
struct Core {
    references: Arc<References>,
    /// The context of the application with the functions of the definitions: where errors of
    /// definitions are reported separately, and where a reference to one causes the same error.
    contexts: [Arc<EvalContext>; 2],
    /// The results, by the index of the node.
    results: Box<[OnceLock<Computed>]>,
    given: Arc<GivenValues>,
    blocks: Option<BlockValues>,
    /// The number of names that were compared with all others.
    hints: AtomicUsize,
    /// The definition whose evaluation exceeded the limits.
    exhausted_by: OnceLock<u32>,
}

/// Computes the value of a block, see [`Scope::compute_blocks`].
type BlockValues = Arc<dyn Fn(&Definition, &EvalContext) -> Option<Outcome<Value>> + Send + Sync>;

/// Values by the number of their definition.
type GivenValues = HashMap<u32, Value, RandomState>;

/// The result of a definition or of a group.
struct Computed {
    value: Value,
    diagnostics: Diagnostics,
    /// The definition whose error makes the value unknown: itself, or one that it refers to.
    cause: Option<u32>,
    /// The marks of the values that determine whether there is one.
    failure_marks: Marks,
}

impl Scope {
    /// Creates a scope of the definitions of bodies. Nothing is evaluated yet.
    ///
    /// # Errors
    /// Returns the error "Duplicate definition" if a variable of the context has the name of a
    /// root, since the variable would hide the definitions. This does not apply to
    /// [given](Roots::given) names.
    ///
    /// ```
    /// use serde_hcl::EvalContext;
    /// use serde_hcl::analysis::{Roots, Scope};
    ///
    /// let body = serde_hcl::parse_file("locals {\n  a = 1\n}\n").into_result()?.body().clone();
    /// let mut context = EvalContext::new();
    /// context.set("local", 2);
    /// assert_eq!(
    ///     Scope::new(&Roots::terraform(), [body], &context).unwrap_err().to_string(),
    ///     "2:3: Duplicate definition: The application has a variable named \"local\", which would \
    ///      hide this definition. Rename one of the two.",
    /// );
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn new(
        roots: &Roots,
        bodies: impl IntoIterator<Item: Borrow<Body>>,
        context: &EvalContext,
    ) -> Result<Self> {
        Self::of(References::new(roots, bodies), context)
    }

    /// Creates a scope of definitions that have already been collected, and may be shared.
    ///
    /// # Errors
    /// Returns the same errors as [`new`](Self::new).
    pub fn of(references: impl Into<Arc<References>>, context: &EvalContext) -> Result<Self> {
        let references = references.into();
        let hidden = references.hidden_by(context);
        if hidden.has_errors() {
            return Err(Error::from(hidden));
        }
        Ok(Self {
            references,
            context: Arc::new(context.sharing(&context.remaining())),
            given: Arc::default(),
            blocks: None,
            core: OnceLock::new(),
        })
    }

    fn core(&self) -> &Arc<Core> {
        let (given, blocks) = (&self.given, &self.blocks);
        let new = || Core::new(self.references.clone(), &self.context, given.clone(), blocks.clone());
        self.core.get_or_init(new)
    }

    /// Returns the definitions and their references.
    pub fn references(&self) -> &References {
        &self.references
    }

    /// Sets the value of a definition, overriding the one in the bodies: the value of an input
    /// variable, or of a block that the application created. The address is that of
    /// [`Definition::address`](super::Definition::address).
    ///
    /// Values that were computed before are computed again.
    ///
    /// # Errors
    /// Returns the error "Unknown reference" if there is no such definition, and the error
    /// "Unsuitable value" for a number that is infinite or NaN.
    ///
    /// ```
    /// use serde_hcl::EvalContext;
    /// use serde_hcl::analysis::{Roots, Scope};
    ///
    /// let body = serde_hcl::parse_file("variable \"region\" {}\n").into_result()?.body().clone();
    /// let mut scope = Scope::new(&Roots::terraform(), [body], &EvalContext::new())?;
    /// let error = scope.set("var.regoin", "eu").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "Unknown reference: There is no definition of \"var.regoin\". Did you mean \"var.region\"?",
    /// );
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn set(&mut self, address: &str, value: impl Into<Value>) -> Result<&mut Self> {
        let Some(number) = self.references.number(address) else {
            let known = self.references.definitions().map(|definition| definition.address());
            let hint = name_hint(address, known);
            let detail = format!("There is no definition of {address:?}.{hint}");
            return Err(Error::coded(Code::UnknownReference, detail));
        };
        self.core.take();
        Arc::make_mut(&mut self.given).insert(number, value.into());
        Ok(self)
    }

    /// Sets the function that computes the values of blocks, for blocks whose value is more than
    /// that of an attribute: the resources and modules of Terraform. It is called once for each
    /// block that has no value of its own, when that is needed, after the definitions that the
    /// block refers to. It gets the block and a context with these definitions. The value of a
    /// block for which it returns `None` is unknown, and so is that of a block in a cycle.
    ///
    /// A reference that is [soft](Roots::soft) and part of a cycle has an unknown value.
    ///
    /// ```
    /// use serde_hcl::analysis::{Definition, Roots, Scope};
    /// use serde_hcl::{EvalContext, Outcome, parse_file, value};
    ///
    /// let file = parse_file(
    ///     r#"
    /// task "deploy" {
    ///   input = task.build.result
    /// }
    /// task "build" {
    ///   input = "main.c"
    /// }
    /// "#,
    /// )
    /// .into_result()?;
    /// let roots = Roots::new().blocks("task", "task", ["name"]);
    /// let mut scope = Scope::new(&roots, [file.body()], &EvalContext::new())?;
    /// scope.compute_blocks(|definition: &Definition, context: &EvalContext| {
    ///     let input = definition.block_of_type("task")?.body().attribute("input")?;
    ///     let input = input.expression().evaluate_with_diagnostics(context);
    ///     Some(input.map(
    ///         |input| value!({ "result": format!("done with {}", input.as_str().unwrap_or("?")) }),
    ///     ))
    /// });
    /// assert_eq!(scope.value("task.deploy.result")?, value!("done with done with main.c"));
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn compute_blocks(
        &mut self,
        values: impl Fn(&Definition, &EvalContext) -> Option<Outcome<Value>> + Send + Sync + 'static,
    ) -> &mut Self {
        self.core.take();
        self.blocks = Some(Arc::new(values));
        self
    }

    /// Returns the value of a definition, or of all definitions of a root as an object: of
    /// `local.name` or of `local`.
    ///
    /// # Errors
    /// Returns the errors of the definition and of those that it refers to.
    ///
    /// ```
    /// use serde_hcl::EvalContext;
    /// use serde_hcl::analysis::{Roots, Scope};
    ///
    /// let body = serde_hcl::parse_file("locals {\n  a = local.b + 1\n  b = -\"x\"\n}\n")
    ///     .into_result()?
    ///     .body().clone();
    /// let scope = Scope::new(&Roots::terraform(), [body], &EvalContext::new())?;
    /// assert_eq!(
    ///     scope.value("local.a").unwrap_err().to_string(),
    ///     "3:8: Invalid operand: Unsuitable value for unary operand: expected a number, found the \
    ///      string \"x\".",
    /// );
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn value(&self, address: &str) -> Result<Value> {
        self.evaluate(&parse_expression(address).into_result()?).into_result()
    }

    /// Evaluates an expression that may refer to the definitions. The diagnostics include the
    /// errors of the definitions that it depends on, each once.
    pub fn evaluate(&self, expression: &Expression) -> Outcome<Value> {
        let (core, names) = (self.core(), &self.references.names);
        let mut needed: Vec<_> =
            expression.variables().iter().filter_map(|it| names.node(&names.resolve(it))).collect();
        if !self.references.functions().is_empty() {
            let calls = expression.calls();
            needed.extend(calls.iter().filter_map(|call| self.references.function(call.root_name()?)));
        }
        let mut causes: Vec<_> = needed.into_iter().filter_map(|node| core.ensure(node)).collect();
        causes.sort_unstable();
        causes.dedup();
        let outcome = expression.evaluate_with_diagnostics(&core.context_with(false));
        let mut diagnostics = Diagnostics::new();
        causes.into_iter().for_each(|cause| diagnostics.extend(core.diagnostics_of(cause)));
        Outcome { value: outcome.keep_in(&mut diagnostics), diagnostics }
    }

    /// Evaluates all definitions, and returns their diagnostics with those of
    /// [`References::check`], grouped by file. Each error is included once.
    ///
    /// ```
    /// use serde_hcl::EvalContext;
    /// use serde_hcl::analysis::{Roots, Scope};
    ///
    /// let text = "locals {\n  a = -\"x\"\n  b = local.c\n}\noutput \"d\" {\n  value = local.e\n}\n";
    /// let body = serde_hcl::parse_file(text).into_result()?.body().clone();
    /// let scope = Scope::new(&Roots::terraform(), [body], &EvalContext::new())?;
    /// let found = scope.check();
    /// let found: Vec<_> = found.iter().map(|it| it.summary()).collect();
    /// assert_eq!(found, ["Invalid operand", "Unknown reference", "Unknown reference"]);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn check(&self) -> Diagnostics {
        let core = self.core();
        let mut found = Diagnostics::new();
        for number in 0..self.references.definitions().len() as u32 {
            core.ensure(number);
            // Cycles are found without values.
            let mut of_definition = core.diagnostics_of(number);
            of_definition.retain(|it| it.code() != Some(Code::ReferenceCycle));
            found.extend(of_definition);
        }
        // The evaluation knows more about a name without a meaning, such as that it may be a text.
        let place = |it: &Diagnostic| match it.code() {
            Some(Code::UnknownReference | Code::UnknownVariable | Code::UnknownFunction) => {
                // Several sources can have no name or the same one.
                Some((it.source()?.text().as_ptr() as usize, it.span()?.start))
            }
            _ => None,
        };
        let evaluated: HashSet<_> = found.iter().filter_map(place).collect();
        let mut of_references = self.references.check(&self.context);
        of_references.retain(|it| place(it).is_none_or(|place| !evaluated.contains(&place)));
        found.extend(of_references);
        found.sort_by_position();
        found
    }

    /// Returns a context in which expressions can refer to the definitions, to evaluate and decode
    /// other bodies. Values are still evaluated when they are needed. A reference to a definition
    /// with an error causes the same error.
    ///
    /// ```
    /// use serde_hcl::EvalContext;
    /// use serde_hcl::analysis::{Roots, Scope};
    ///
    /// #[derive(serde::Deserialize)]
    /// struct Server {
    ///     port: u16,
    /// }
    ///
    /// let locals = serde_hcl::parse_file("locals {\n  base = 8000\n}\n").into_result()?;
    /// let scope = Scope::new(&Roots::terraform(), [locals.body()], &EvalContext::new())?;
    /// let file = serde_hcl::parse_file("port = local.base + 80\n").into_result()?;
    /// let server: Server = serde_hcl::from_body(file.body(), &scope.context())?;
    /// assert_eq!(server.port, 8080);
    /// # Ok::<(), serde_hcl::Error>(())
    /// ```
    pub fn context(&self) -> EvalContext {
        self.core().context_with(true)
    }
}

impl Core {
    fn new(
        references: Arc<References>,
        context: &Arc<EvalContext>,
        given: Arc<GivenValues>,
        blocks: Option<BlockValues>,
    ) -> Arc<Self> {
        Arc::new_cyclic(|core: &Weak<Self>| {
            let with_functions = |reports_errors| {
                if references.functions().is_empty() {
                    return context.clone();
                }
                // The core holds the functions, so they refer to it weakly. A call always begins in
                // a context that holds the core.
                let (mut inner, core) = (EvalContext::child_of(context.clone()), core.clone());
                inner.set_resolver(move |traversal| {
                    core.upgrade().map_or(Ok(None), |core| core.supply(traversal, reports_errors))
                });
                let mut outer = EvalContext::child_of(context.clone());
                for (name, function) in userfunc::functions(references.functions().to_vec(), &inner) {
                    outer.set_function(name, function);
                }
                Arc::new(outer)
            };
            Self {
                contexts: [with_functions(false), with_functions(true)],
                results: (0..references.node_count()).map(|_| OnceLock::new()).collect(),
                references,
                given,
                blocks,
                hints: AtomicUsize::new(0),
                exhausted_by: OnceLock::new(),
            }
        })
    }

    /// Returns the context of the application with the definitions. A reference to a definition
    /// with an error causes the same error, or it is unknown if errors are reported separately.
    fn context_with(self: &Arc<Self>, reports_errors: bool) -> EvalContext {
        let mut context = EvalContext::child_of(self.contexts[usize::from(reports_errors)].clone());
        let core = self.clone();
        context.set_resolver(move |traversal| core.supply(traversal, reports_errors));
        context
    }

    /// Returns the value of the variable that a reference starts at, with the definitions that the
    /// reference needs.
    fn supply(self: &Arc<Self>, traversal: &Traversal, reports_errors: bool) -> Result<Option<Value>> {
        let resolved = self.references.names.resolve(traversal);
        let node = self.references.names.node(&resolved);
        if let (true, Some(node)) = (reports_errors, node) {
            let cause = self.ensure(node);
            self.result(node).iter().for_each(|result| share_failure_marks(&result.failure_marks));
            if let Some(cause) = cause {
                return Err(self.diagnostics_of(cause).into());
            }
        }
        let (value, steps) = match resolved {
            Resolved::Given => {
                return Ok(Some(self.contexts[0].resolve(traversal)?.unwrap_or(Value::UNKNOWN)));
            }
            Resolved::Unknown(name, step) => {
                // A resolver of the application can have the value. A root that is similar to no
                // other is reported by the evaluation.
                if let Some(value) = self.contexts[0].resolve(traversal)? {
                    return Ok(Some(value));
                }
                let has_hint = self.hints.fetch_add(1, Ordering::Relaxed) < MAX_HINTS;
                let is_near = |name: &str| has_hint && self.references.is_near_root(name);
                if step == 0 && !traversal.root_name().is_some_and(is_near) {
                    return Ok(None);
                }
                let none = std::iter::empty();
                return Err(self.references.unknown_reference(traversal, name, step, has_hint, none).into());
            }
            Resolved::Constant(value, steps) => (value, steps),
            Resolved::Definition(_, steps) | Resolved::All(_, steps) => {
                let Some(node) = node else { return Ok(None) };
                (self.result(node).map_or(Value::UNKNOWN, |result| result.value.clone()), steps)
            }
        };
        // Builds the objects around the value, from the last name to the first one after the root.
        let names = traversal.steps.iter().take(steps).skip(1).filter_map(name_of);
        let names: Vec<&str> = names.collect();
        let value = names.iter().rev().fold(value, |value, name| {
            let mut object = Map::new();
            object.insert(*name, value);
            Value::object(object)
        });
        Ok(Some(value))
    }

    fn result(&self, node: NodeNumber) -> Option<&Computed> {
        self.results[node as usize].get()
    }

    /// Keeps a result, unless another thread has it already.
    fn keep(&self, node: NodeNumber, computed: Computed) {
        _ = self.results[node as usize].set(computed);
    }

    fn diagnostics_of(&self, number: u32) -> Diagnostics {
        self.result(number).map(|result| result.diagnostics.clone()).unwrap_or_default()
    }

    /// Evaluates a node, after those that it needs. Returns the definition with the error that
    /// makes it unknown, if there is one.
    fn ensure(self: &Arc<Self>, start: NodeNumber) -> Option<u32> {
        if let Some(result) = self.result(start) {
            return result.cause;
        }
        let context = self.context_with(false);
        // The path from the start: each node with the number of its next edge.
        let mut path = vec![(start, 0)];
        let mut on_path: HashSet<NodeNumber, RandomState> = [start].into_iter().collect();
        while let Some((node, next)) = path.last_mut() {
            let (node, number) = (*node, *next);
            *next += 1;
            let is_known = self.result(node).is_some() || self.given.contains_key(&node);
            match self.references.edge(node, number).filter(|_| !is_known) {
                Some(edge) if !self.needs(node, edge) || self.result(edge.to).is_some() => {}
                Some(edge) if edge.is_soft() && on_path.contains(&edge.to) => {}
                Some(edge) if on_path.contains(&edge.to) => self.fail_in_cycle(&path, edge.to),
                Some(edge) => {
                    on_path.insert(edge.to);
                    path.push((edge.to, 0));
                }
                None => {
                    path.pop();
                    on_path.remove(&node);
                    if self.result(node).is_none() {
                        self.keep(node, self.compute(node, &context));
                    }
                }
            }
        }
        self.result(start)?.cause
    }

    /// Returns the function that computes the value of a node, if it is a block without a value of
    /// its own.
    fn block_value(&self, node: NodeNumber) -> Option<(&BlockValues, &Definition)> {
        let blocks = self.blocks.as_ref()?;
        let definition = self.references.definition_at(node)?;
        let is_block = matches!(definition.item(), BodyItem::Block(_)) && definition.value().is_none();
        is_block.then_some((blocks, definition))
    }

    /// Returns whether the value of a node is computed from that at the end of an edge.
    fn needs(&self, node: NodeNumber, edge: Edge<'_>) -> bool {
        edge.is_of_value() || self.block_value(node).is_some()
    }

    /// Computes a node from the nodes that it needs.
    fn compute(&self, node: NodeNumber, context: &EvalContext) -> Computed {
        let edges = (0..).map_while(|number| self.references.edge(node, number));
        let function_count = self.references.functions().len() as u32;
        // A function in a cycle could call itself without end.
        let mut calls = edges.clone().filter(|edge| edge.to < function_count);
        let failed_call = calls.find_map(|edge| self.result(edge.to)?.cause);
        let needed = edges.filter(|edge| self.needs(node, *edge)).filter_map(|edge| self.result(edge.to));
        let mut failure_marks = Marks::NONE;
        needed.clone().for_each(|result| failure_marks.add(&result.failure_marks));
        let mut causes = needed.filter_map(|result| result.cause);
        let mut computed =
            Computed { value: Value::UNKNOWN, diagnostics: Diagnostics::new(), cause: None, failure_marks };
        if node < function_count {
            computed.cause = causes.min();
        } else if let Some(group) = self.references.group(node) {
            let value = |number| Some(self.result(number)?.value.clone());
            computed.value = self.references.names.object(group.name, &value);
            computed.cause = causes.min();
        } else if let Some(value) = self.given.get(&node) {
            computed.value = value.clone();
            computed.failure_marks = Marks::NONE;
        } else {
            let block = self.block_value(node);
            let expression = self.references.at(node).value();
            if block.is_none() && expression.is_none() {
                return computed;
            }
            if let Some(by) = self.exhausted_by.get().copied().or(failed_call) {
                return Computed { cause: Some(by), ..computed };
            }
            let (outcome, own) = collect_failure_marks(|| match (block, expression) {
                (Some((values, definition)), _) => values(definition, context),
                (_, expression) => expression.map(|it| it.evaluate_with_diagnostics(context)),
            });
            computed.failure_marks.add(&own);
            let Some(outcome) = outcome else { return computed };
            let is_too_long = |it: &Diagnostic| it.code() == Some(Code::EvaluationTooLong);
            if outcome.diagnostics.iter().any(is_too_long) {
                _ = self.exhausted_by.set(node);
            }
            computed.cause = if outcome.diagnostics.has_errors() { Some(node) } else { causes.next() };
            (computed.value, computed.diagnostics) = (outcome.value, outcome.diagnostics);
        }
        computed
    }

    /// Reports the cycle from a node on the path to its end and back, and makes its values unknown.
    fn fail_in_cycle(&self, path: &[(NodeNumber, usize)], start: NodeNumber) {
        let from = path.iter().rposition(|(node, _)| *node == start).unwrap_or(0);
        let mut cycle: Vec<(NodeNumber, usize)> = path[from..].to_vec();
        // Rotates the cycle to its first definition, so that the message does not depend on where
        // the evaluation began.
        let first = (0..cycle.len()).min_by_key(|at| cycle[*at].0).unwrap_or(0);
        cycle.rotate_left(first);
        let edges = cycle.iter().filter_map(|(node, next)| self.references.edge(*node, next - 1));
        let mut diagnostics = Diagnostics::from(self.references.cycle(&self.references.steps(edges)));
        let cause = Some(cycle[0].0);
        for (node, _) in cycle {
            let diagnostics = std::mem::take(&mut diagnostics);
            self.keep(
                node,
                Computed { value: Value::UNKNOWN, diagnostics, cause, failure_marks: Marks::NONE },
            );
        }
    }
}

/// The addresses of the definitions, without their values.
impl fmt::Debug for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let addresses = self.references().definitions().map(|definition| definition.address());
        f.debug_tuple("Scope").field(&addresses.collect::<Vec<_>>()).finish()
    }
}
