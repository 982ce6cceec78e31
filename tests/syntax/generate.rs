//! Random texts: valid files in every layout, with comments wherever they are allowed.

/// A generator of texts. The same seed generates the same texts.
pub struct Generator(u64);

impl Generator {
    pub fn new(seed: u64) -> Self {
        Self(seed ^ 0x9e37_79b9_7f4a_7c15)
    }

    /// A file of a few attributes and blocks.
    pub fn file(&mut self) -> String {
        self.body(3)
    }

    /// An expression that stands alone.
    pub fn expression_alone(&mut self) -> String {
        self.expression(4, true)
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % limit
    }

    fn pick(&mut self, choices: &[&'static str]) -> &'static str {
        let index = self.below(choices.len() as u64) as usize;
        choices[index]
    }

    fn body(&mut self, depth: u64) -> String {
        let mut text = self.gap(true).to_owned();
        for index in 0..self.below(4) {
            text += &match self.below(4) {
                0 if depth > 0 => self.block(depth),
                _ => {
                    let (before, after) = (self.gap(false), self.gap(false));
                    format!("a{index}{before}={after}{}", self.expression(depth, false))
                }
            };
            text +=
                self.pick(&["\n", "\n\n\n", " # c\n", "//c\n", " /* c */ \n", " /* c\n */ # d\n", "\r\n"]);
            text += self.gap(true);
        }
        text
    }

    fn block(&mut self, depth: u64) -> String {
        let label = self.pick(&["", " x ", "\"x\"", " \"\\n\" y ", " /* c */ \"x\"\"y\"/* d */"]);
        match self.below(4) {
            0 => format!("b{label}{{{}}}", self.gap(false)),
            1 => {
                let (before, after) = (self.gap(false), self.gap(false));
                format!("b{label}{{{before}a = {}{after}}}", self.expression(depth - 1, false))
            }
            _ => format!("b{label}{{{}\n{}}}", self.gap(false), self.body(depth - 1)),
        }
    }

    /// Space; with `breaks` over lines as well.
    fn gap(&mut self, breaks: bool) -> &'static str {
        let choices = [
            "",
            " ",
            " ",
            "  ",
            "/* c */",
            " /*c\nd*/ ",
            "\n",
            "\n\n\n  ",
            "\t# c\n",
            "\n//c\n\n#d\n",
            " \r\n",
        ];
        let limit = if breaks { choices.len() } else { 6 };
        match self.below(3) {
            0 => self.pick(&choices[..limit]),
            _ => " ",
        }
    }

    fn expression(&mut self, depth: u64, breaks: bool) -> String {
        let gaps: [&str; 4] = std::array::from_fn(|_| self.gap(breaks));
        let [one, two, three, four] = gaps;
        if depth == 0 {
            return self
                .pick(&["a", "a-b", "1", "2.5", "null", "true", "\"s\"", "\"\\u00e9${x}\"", "x.y", "1 .e5"])
                .into();
        }
        let depth = depth - 1;
        match self.below(16) {
            0 | 1 => {
                let operator = self.pick(&["+", "-", "*", "/", "%", "==", "!=", "<", ">=", "&&", "||"]);
                let (left, right) = (self.expression(depth, breaks), self.expression(depth, breaks));
                format!("{left}{one} {operator} {two}{right}")
            }
            2 => format!("{}{one}{}", self.pick(&["-", "!", "!-", "- -"]), self.expression(depth, breaks)),
            3 => {
                let [predicate, left, right] = std::array::from_fn(|_| self.expression(depth, breaks));
                format!("{predicate}{one} ?{two}{left}{three} :{four}{right}")
            }
            4 => format!("({}{}{})", self.gap(true), self.expression(depth, true), self.gap(true)),
            5 | 6 => self.list("[", depth, "]", true),
            7 => {
                let ellipsis = self.below(3) == 0;
                let name = self.pick(&["f", "ns::g", "f /* c */"]);
                let arguments = self.list("(", depth, ")", !ellipsis);
                if ellipsis && arguments.len() > 12 {
                    self.list_with_ellipsis(name, depth)
                } else {
                    name.to_owned() + &arguments
                }
            }
            8 | 9 => self.object(depth),
            10 => {
                let steps: String = (0..=self.below(3)).map(|_| self.step(depth, breaks)).collect();
                let operand = self.pick(&["a", "f()", "[1]", "(b)", "1 ", "\"s\""]);
                format!("{operand}{steps}")
            }
            11 => {
                let [a, b, c, d, e] = std::array::from_fn(|_| self.gap(true));
                let condition = if self.below(2) == 0 {
                    format!("if {}{c}", self.expression(depth, true))
                } else {
                    String::new()
                };
                let (collection, value) = (self.expression(depth, true), self.expression(depth, true));
                format!("[{a}for{b} k, v in {collection}{c} :{d}{value} {e}{condition}]")
            }
            12 => {
                let [a, b, c, d, e] = std::array::from_fn(|_| self.gap(true));
                let [collection, key, value] = std::array::from_fn(|_| self.expression(depth, true));
                let ellipsis = self.pick(&["", "...", ".* ..."]);
                format!("{{{a}for v{b} in {collection}{c} : {key} =>{d}{value} {ellipsis}{e}}}")
            }
            13 => format!(
                "\"a ${{{}{}}} %{{ if {} }}b%{{ endif ~}} c\"",
                self.gap(true),
                self.expression(depth, true),
                self.expression(depth, true)
            ),
            14 if breaks => {
                format!("<<{}X\n  t ${{ {} }}\n u\n X\n", self.pick(&["", "-"]), self.expression(depth, true))
            }
            _ => self.expression(0, breaks),
        }
    }

    fn list(&mut self, open: &str, depth: u64, close: &str, trailing_comma: bool) -> String {
        let count = self.below(4);
        let mut text = format!("{open}{}", self.gap(true));
        for index in 0..count {
            text += &self.expression(depth, true);
            text += self.gap(true);
            if index + 1 < count || trailing_comma && self.below(2) == 0 {
                text += ",";
                text += self.gap(true);
            }
        }
        text + close
    }

    fn list_with_ellipsis(&mut self, name: &str, depth: u64) -> String {
        let (before, after) = (self.gap(true), self.gap(true));
        let splat = self.pick(&["", ".*", "[*]"]);
        format!("{name}({}{before}{splat}...{after})", self.expression(depth, true))
    }

    fn object(&mut self, depth: u64) -> String {
        let mut text = format!("{{{}", self.gap(true));
        for _ in 0..self.below(4) {
            let key = self.pick(&["a", "\"b c\"", "(x)", "a.b", "f(1)", "\"${k}\""]);
            let (before, after) = (self.gap(false), self.gap(false));
            text +=
                &format!("{key}{before}{}{after}{}", self.pick(&["=", " :"]), self.expression(depth, false));
            text += self.pick(&["\n", " ,", ",\n\n", " # c\n", " /* c */ \n"]);
            text += self.gap(true);
        }
        text + "}"
    }

    fn step(&mut self, depth: u64, breaks: bool) -> String {
        let (before, after) = (self.gap(breaks), self.gap(breaks));
        match self.below(6) {
            0 | 1 => format!("{before}.{after}{}", self.pick(&["b", "e5", "for"])),
            2 => format!("{before}.{after}0 "),
            3 => format!("{before}[{}{}]", self.gap(true), self.expression(depth, true)),
            4 => format!("{before}[*]"),
            _ => format!("{before}[{}]", self.pick(&["0", "\"k\"", " x "])),
        }
    }
}
