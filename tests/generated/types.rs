//! The generated types. To generate others: `GENERATED_SEED=7 cargo run --all-features --example
//! types`.

use std::collections::BTreeMap;

use serde_hcl::de::Labeled;

use super::leaves::{Address, Counted, Even, Word};

pub const SEED: u64 = 48;

types! {
struct T0 { bravo: f64 }
enum T1 { Ant { charlie: Address, delta: char }, Beetle, Crocodile(Word), Dog(Option<f64>, Address) }
#[serde(deny_unknown_fields)] struct T2 { #[serde(default)] echo: u8, #[serde(default)] foxtrot: String, #[serde(rename = "dash-ed", default)] golf: Counted }
struct T3 { #[serde(rename = "$label")] hotel: String, #[serde(default)] india: char, juliet: Vec<Vec<String>>, #[serde(default)] kilo: i64 }
#[serde(tag = "kind")] enum T4 { Ant { #[serde(rename = "dash-ed")] lima: Address }, Beetle }
struct T5 { #[serde(rename = "名前")] mike: f64, #[serde(rename = "Upper")] november: Option<Address>, oscar: f64 }
struct T6 { papa: u8, #[serde(default)] quebec: i64 }
#[serde(tag = "sort", content = "content")] enum T7 { Ant { romeo: i64, #[serde(default)] sierra: Vec<bool> }, Beetle, Crocodile(Vec<Vec<i64>>), Dog(char, bool) }
struct T8 { tango: Word }
#[serde(deny_unknown_fields)] struct T9 { uniform: u8, victor: f64 }
#[serde(untagged)] enum T10 { Ant { whiskey: Address }, Beetle(bool), Crocodile(Vec<u8>) }
struct T11 { #[serde(rename = "$label")] xray: String, #[serde(rename = "$label.1")] yankee: String, zulu: Counted, #[serde(default)] alpha: String }
struct T12 { bravo: u8, #[serde(default)] charlie: Even }
struct T13 { delta: (Word, BTreeMap<String, String>), #[serde(flatten)] echo: BTreeMap<String, u8> }
#[serde(tag = "$label")] enum T14 { Ant { #[serde(default)] foxtrot: u8 }, Beetle }
struct T15 { #[serde(rename = "$labels")] golf: (String, u8), #[serde(rename = "Upper")] hotel: Vec<(Word, u8)> }
struct T16 { #[serde(default)] india: i64, #[serde(default)] juliet: BTreeMap<String, Word> }
struct T17 { kilo: u8, lima: Even }
enum T18 { Ant { mike: char, november: BTreeMap<String, String> }, Beetle, Crocodile(Counted), Dog(i64, f64) }
#[serde(deny_unknown_fields)] struct T19 { oscar: Address, papa: (Vec<String>, i64), quebec: Address }
struct T20 { #[serde(rename = "$label")] romeo: u8, sierra: Address, tango: (f64, bool), #[serde(default)] uniform: char }
#[serde(tag = "kind")] enum T21 { Ant { #[serde(default)] victor: String, whiskey: String }, Beetle }
struct T22 { #[serde(flatten)] xray: T13, yankee: T21, #[serde(default)] zulu: BTreeMap<String, T4> }
struct T23 { #[serde(with = "serde_hcl::with::blocks", default)] alpha: Vec<T8>, bravo: BTreeMap<String, T7>, charlie: T21 }
#[serde(tag = "sort", content = "content")] enum T24 { Ant { delta: Vec<String>, echo: T6 }, Beetle, Crocodile(Vec<Option<Counted>>), Dog(T4, Even) }
struct T25 { #[serde(with = "serde_hcl::with::labeled_blocks", default)] foxtrot: BTreeMap<String, BTreeMap<String, T13>>, golf: Vec<BTreeMap<String, Word>>, hotel: Address }
#[serde(deny_unknown_fields)] struct T26 { india: Option<Counted>, juliet: String }
#[serde(untagged)] enum T27 { Ant { kilo: Vec<String> }, Beetle(u8), Crocodile(Vec<u8>) }
struct T28 { #[serde(rename = "$label")] lima: u8, #[serde(rename = "$label.1")] mike: u8, november: T18 }
struct T29 { #[serde(default)] oscar: Option<Labeled<String, T9>>, #[serde(rename = "名前")] papa: BTreeMap<String, Option<f64>>, #[serde(default)] quebec: Option<Vec<u8>>, #[serde(rename = "under_score")] romeo: T2 }
struct T30 { sierra: T9, #[serde(flatten)] tango: BTreeMap<String, u8> }
#[serde(tag = "$label")] enum T31 { Ant { uniform: T18, victor: (f64, String) }, Beetle, Crocodile(T6) }
struct T32 { #[serde(rename = "$labels")] whiskey: (String, u8), xray: BTreeMap<String, (Word, char)>, yankee: BTreeMap<String, T13> }
struct T33 { zulu: T5, alpha: Counted }
struct T34 { bravo: (T12, Option<u8>) }
enum T35 { Ant { charlie: Option<Address>, delta: Even }, Beetle, Crocodile(Word), Dog(T7, T9) }
#[serde(deny_unknown_fields)] struct T36 { echo: Address }
struct T37 { #[serde(rename = "$label")] foxtrot: String, golf: i64, hotel: (i64, bool) }
#[serde(tag = "kind")] enum T38 { Ant { india: T10, juliet: BTreeMap<String, Address> }, Beetle, Crocodile(T5) }
struct T39 { #[serde(flatten)] kilo: T16, #[serde(default)] lima: i64, mike: Vec<Address> }
struct T40 { #[serde(with = "serde_hcl::with::blocks", default)] november: Option<T13>, oscar: BTreeMap<String, Option<char>>, papa: bool, #[serde(default)] quebec: Vec<f64> }
#[serde(tag = "sort", content = "content")] enum T41 { Ant { romeo: Vec<u8> }, Beetle, Crocodile(Option<Vec<Even>>), Dog(Vec<i64>, Even) }
struct T42 { #[serde(with = "serde_hcl::with::labeled_blocks", default)] sierra: BTreeMap<String, Vec<T5>>, tango: T21 }
#[serde(deny_unknown_fields)] struct T43 { uniform: T1 }
#[serde(untagged)] enum T44 { Ant { victor: Vec<bool> }, Beetle(bool), Crocodile(Vec<u8>) }
struct T45 { #[serde(rename = "$label")] whiskey: String, #[serde(rename = "$label.1")] xray: u8, yankee: (Vec<u8>, T36), zulu: Option<T34>, alpha: Option<Vec<f64>> }
struct T46 { #[serde(default)] bravo: Option<Labeled<u8, T40>>, charlie: Vec<Vec<u8>>, delta: BTreeMap<String, T22> }
struct T47 { echo: Vec<Vec<Counted>>, foxtrot: T28, #[serde(flatten)] golf: BTreeMap<String, u8> }
#[serde(tag = "$label")] enum T48 { Ant { hotel: Vec<char>, india: Option<String> }, Beetle, Crocodile(T40) }
struct T49 { #[serde(rename = "$labels")] juliet: Vec<String>, kilo: Address }
struct T50 { lima: T27, mike: Vec<T32> }
struct T51 { november: T34, oscar: BTreeMap<String, Vec<Counted>>, #[serde(default)] papa: Even }
enum T52 { Ant { quebec: u8, #[serde(rename = "dash-ed")] romeo: Counted }, Beetle, Crocodile((f64, BTreeMap<String, f64>)), Dog((Even, f64), bool) }
#[serde(deny_unknown_fields)] struct T53 { sierra: Option<f64> }
struct T54 { #[serde(rename = "$label")] tango: u8, #[serde(rename = "under_score")] uniform: T35 }
#[serde(tag = "kind")] enum T55 { Ant { #[serde(default)] victor: Vec<Counted> }, Beetle, Crocodile(T22) }
struct T56 { #[serde(flatten)] whiskey: T30, xray: T40, yankee: T41, zulu: bool }
struct T57 { #[serde(with = "serde_hcl::with::blocks")] alpha: T26, bravo: (T24, Vec<i64>), charlie: (T33, Vec<Address>) }
#[serde(tag = "sort", content = "content")] enum T58 { Ant { delta: T26, echo: T43 }, Beetle, Crocodile(bool), Dog(Vec<String>, T34) }
struct T59 { #[serde(with = "serde_hcl::with::labeled_blocks", default)] foxtrot: BTreeMap<String, T39>, golf: BTreeMap<String, T34>, hotel: T41 }
#[serde(deny_unknown_fields)] struct T60 { india: T36, juliet: String, kilo: T39 }
#[serde(untagged)] enum T61 { Ant { lima: T35, mike: T35 }, Beetle(bool), Crocodile(Vec<u8>) }
struct T62 { #[serde(rename = "$label")] november: u8, #[serde(rename = "$label.1")] oscar: String, papa: T35, quebec: Even, romeo: T27 }
struct T63 { #[serde(default)] sierra: Option<Labeled<(u8, String), T25>>, #[serde(default)] tango: Vec<BTreeMap<String, u8>>, uniform: T39 }
struct T64 { victor: Option<BTreeMap<String, Counted>>, #[serde(flatten)] whiskey: BTreeMap<String, String> }
#[serde(tag = "$label")] enum T65 { Ant { xray: T23, #[serde(default)] yankee: String }, Beetle, Crocodile(T29) }
struct T66 { #[serde(rename = "$labels")] zulu: Vec<String>, alpha: T56, bravo: String, charlie: bool }
struct T67 { delta: T52, echo: T50 }
struct T68 { #[serde(default)] foxtrot: BTreeMap<String, i64>, golf: BTreeMap<String, T60> }
enum T69 { Ant { hotel: T53 }, Beetle, Crocodile(BTreeMap<String, String>), Dog(Vec<Even>, T60) }
#[serde(deny_unknown_fields)] struct T70 { india: T47, juliet: Option<T55> }
struct T71 { #[serde(rename = "$label")] kilo: String, lima: Counted, mike: ((i64, Even), T55) }
#[serde(tag = "kind")] enum T72 { Ant { november: T64 }, Beetle, Crocodile(T64) }
struct T73 { #[serde(flatten)] oscar: T55, #[serde(default)] papa: BTreeMap<String, BTreeMap<String, Address>>, #[serde(default)] quebec: Vec<T51>, romeo: Address }
struct T74 { #[serde(with = "serde_hcl::with::blocks", default)] sierra: Vec<T62>, tango: T44, uniform: Address }
#[serde(tag = "sort", content = "content")] enum T75 { Ant { victor: f64 }, Beetle, Crocodile(String), Dog(T55, T44) }
struct T76 { #[serde(with = "serde_hcl::with::labeled_blocks", default)] whiskey: BTreeMap<String, BTreeMap<String, T60>>, #[serde(default)] xray: i64, #[serde(default)] yankee: BTreeMap<String, bool>, zulu: Vec<T54> }
#[serde(deny_unknown_fields)] struct T77 { #[serde(rename = "名前", default)] alpha: Vec<T63>, bravo: Vec<Vec<bool>>, #[serde(default)] charlie: Vec<(String, f64)> }
#[serde(untagged)] enum T78 { Ant { delta: Vec<i64>, echo: Option<String> }, Beetle(bool), Crocodile(Vec<u8>) }
struct T79 { #[serde(rename = "$label")] foxtrot: u8, #[serde(rename = "$label.1")] golf: u8, hotel: f64, #[serde(default)] india: Even, juliet: T62 }
struct T80 { #[serde(default)] kilo: Vec<Labeled<(String, String), T50>>, lima: BTreeMap<String, T52>, #[serde(rename = "under_score")] mike: T61, november: T49 }
struct T81 { oscar: Option<T62>, #[serde(flatten)] papa: BTreeMap<String, u8> }
#[serde(tag = "$label")] enum T82 { Ant { quebec: Word, romeo: String }, Beetle, Crocodile(T57) }
struct T83 { #[serde(rename = "$labels")] sierra: Vec<String>, tango: Option<T51> }
struct T84 { uniform: T47, victor: Option<T59>, whiskey: (Vec<Even>, Address) }
struct T85 { xray: (BTreeMap<String, f64>, T60), #[serde(default)] yankee: BTreeMap<String, T51>, zulu: T45 }
enum T86 { Ant { alpha: i64, #[serde(default)] bravo: BTreeMap<String, Address> }, Beetle, Crocodile(Address), Dog(T44, T64) }
#[serde(deny_unknown_fields)] struct T87 { charlie: Option<i64>, delta: Word }
struct T88 { #[serde(rename = "$label")] echo: String, foxtrot: T86, #[serde(rename = "under_score")] golf: T73, hotel: Word }
#[serde(tag = "kind")] enum T89 { Ant { india: T78 }, Beetle }
struct T90 { #[serde(flatten)] juliet: T68, kilo: Option<Vec<i64>> }
struct T91 { #[serde(with = "serde_hcl::with::blocks", default)] lima: Vec<T87>, mike: Option<T79>, #[serde(rename = "dash-ed")] november: T85, oscar: T71 }
#[serde(tag = "sort", content = "content")] enum T92 { Ant { #[serde(default)] papa: u8 }, Beetle, Crocodile(Counted), Dog(T86, String) }
struct T93 { #[serde(with = "serde_hcl::with::labeled_blocks", default)] quebec: BTreeMap<String, T73>, #[serde(default)] romeo: BTreeMap<String, T73>, sierra: BTreeMap<String, Vec<String>>, #[serde(default)] tango: f64 }
#[serde(deny_unknown_fields)] struct T94 { uniform: char, #[serde(rename = "under_score")] victor: (T87, T69), whiskey: Vec<Word> }
#[serde(untagged)] enum T95 { Ant { xray: (String, Word) }, Beetle(bool), Crocodile(Vec<u8>) }
struct T96 { #[serde(rename = "$label")] yankee: u8, #[serde(rename = "$label.1")] zulu: u8, alpha: (T86, f64) }
struct T97 { #[serde(default)] bravo: Option<Labeled<(u8, u8), T87>>, charlie: Option<Word>, delta: T69 }
struct T98 { #[serde(default)] echo: Counted, foxtrot: Vec<bool>, golf: T77, #[serde(flatten)] hotel: BTreeMap<String, u8> }
#[serde(tag = "$label")] enum T99 { Ant { india: T71, juliet: bool }, Beetle, Crocodile(T81) }
struct T100 { #[serde(rename = "$labels")] kilo: (String, u8), lima: Even, mike: BTreeMap<String, T86>, november: (T69, T73) }
struct T101 { oscar: Vec<(f64, bool)>, papa: T78, quebec: Option<Word> }
struct T102 { romeo: T66, sierra: BTreeMap<String, BTreeMap<String, i64>>, tango: T75 }
enum T103 { Ant { uniform: BTreeMap<String, bool>, victor: T78 }, Beetle, Crocodile(Vec<T73>), Dog((i64, Word), T78) }
#[serde(deny_unknown_fields)] struct T104 { whiskey: Option<BTreeMap<String, Even>>, xray: T86 }
struct T105 { #[serde(rename = "$label")] yankee: u8, #[serde(default)] zulu: BTreeMap<String, T87>, alpha: Vec<BTreeMap<String, char>>, bravo: (Option<Word>, Counted) }
#[serde(tag = "kind")] enum T106 { Ant { #[serde(default)] charlie: BTreeMap<String, bool>, delta: Vec<Even> }, Beetle, Crocodile(T87) }
struct T107 { #[serde(flatten)] echo: T68, #[serde(rename = "größe")] foxtrot: bool }
struct T108 { #[serde(with = "serde_hcl::with::blocks", default)] hotel: Vec<T87>, #[serde(default)] india: Vec<T69> }
#[serde(tag = "sort", content = "content")] enum T109 { Ant { juliet: T75 }, Beetle, Crocodile(char), Dog((i64, Word), T87) }
struct T110 { #[serde(with = "serde_hcl::with::labeled_blocks", default)] kilo: BTreeMap<String, T104>, lima: Vec<T97>, #[serde(rename = "名前")] mike: Vec<Vec<char>> }
#[serde(deny_unknown_fields)] struct T111 { #[serde(default)] november: BTreeMap<String, T95>, oscar: T97 }
#[serde(untagged)] enum T112 { Ant { papa: Vec<bool> }, Beetle(u8), Crocodile(Vec<u8>) }
struct T113 { #[serde(rename = "$label")] quebec: String, #[serde(rename = "$label.1")] romeo: u8, sierra: BTreeMap<String, T90> }
struct T114 { #[serde(default)] tango: Option<Labeled<(u8, u8), T98>>, uniform: Vec<T93>, victor: Vec<(i64, Counted)>, whiskey: Vec<Vec<Counted>> }
struct T115 { xray: T102, #[serde(flatten)] yankee: BTreeMap<String, String> }
#[serde(tag = "$label")] enum T116 { Ant { zulu: T100, #[serde(default)] alpha: Vec<String> }, Beetle, Crocodile(T93) }
struct T117 { #[serde(rename = "$labels")] bravo: (String, u8), #[serde(rename = "Upper")] charlie: T88, delta: Vec<Vec<Counted>> }
struct T118 { echo: Vec<bool>, #[serde(default)] foxtrot: Option<Even>, golf: ((f64, Address), T103) }
struct T119 { hotel: Address, #[serde(rename = "under_score")] india: T96 }
enum T120 { Ant { juliet: f64 }, Beetle, Crocodile(T92), Dog(Vec<u8>, T103) }
#[serde(deny_unknown_fields)] struct T121 { kilo: T93, lima: T104 }
struct T122 { #[serde(rename = "$label")] mike: u8, november: Word, oscar: Vec<T94> }
#[serde(tag = "kind")] enum T123 { Ant { #[serde(rename = "dash-ed")] papa: char }, Beetle, Crocodile(T90) }
struct T124 { #[serde(flatten)] quebec: T106, romeo: Vec<BTreeMap<String, String>>, #[serde(rename = "under_score")] sierra: Vec<T92> }
struct T125 { #[serde(with = "serde_hcl::with::blocks", default)] tango: Vec<T108>, #[serde(rename = "dash-ed")] uniform: Word, victor: T101 }
#[serde(tag = "sort", content = "content")] enum T126 { Ant { whiskey: T104, xray: T95 }, Beetle, Crocodile((T101, Vec<f64>)), Dog(T103, Option<u8>) }
struct T127 { #[serde(with = "serde_hcl::with::labeled_blocks", default)] yankee: BTreeMap<String, T91>, zulu: T107 }
#[serde(deny_unknown_fields)] struct T128 { #[serde(rename = "名前")] alpha: (BTreeMap<String, Even>, Vec<Address>) }
#[serde(untagged)] enum T129 { Ant { bravo: T90 }, Beetle(u8), Crocodile(Vec<u8>) }
struct T130 { #[serde(rename = "$label")] charlie: u8, #[serde(rename = "$label.1")] delta: String, #[serde(default)] echo: BTreeMap<String, (i64, Counted)>, foxtrot: Address }
struct T131 { #[serde(default)] golf: Vec<Labeled<(String, u8), T90>>, hotel: Word }
struct T132 { india: Vec<T3>, juliet: Address }
struct T133 { kilo: Vec<T4>, #[serde(default)] lima: char }
struct T134 { mike: Vec<T7>, november: Word }
struct T135 { oscar: T10, papa: bool }
struct T136 { #[serde(default)] quebec: Vec<T11>, romeo: Word }
struct T137 { sierra: T14, #[serde(rename = "dash-ed")] tango: Address }
struct T138 { uniform: Vec<T15>, victor: Word }
struct T139 { whiskey: Vec<T20>, xray: Counted }
struct T140 { yankee: Option<T21>, zulu: Address }
struct T141 { #[serde(default)] alpha: Vec<T24>, bravo: Even }
struct T142 { charlie: T27, #[serde(rename = "dash-ed")] delta: char }
struct T143 { echo: T28, foxtrot: Word }
struct T144 { #[serde(default)] golf: Vec<T31>, #[serde(default)] hotel: i64 }
struct T145 { india: Vec<T32>, juliet: String }
struct T146 { kilo: Vec<T37>, lima: Word }
struct T147 { mike: T38, november: i64 }
struct T148 { oscar: T41, papa: char }
struct T149 { quebec: T44, romeo: Address }
struct T150 { #[serde(default)] sierra: Vec<T45>, tango: Counted }
struct T151 { uniform: T48, victor: f64 }
struct T152 { whiskey: Option<T49>, xray: Address }
struct T153 { yankee: Vec<T54>, zulu: Counted }
struct T154 { alpha: Option<T55>, bravo: String }
struct T155 { charlie: T58, delta: Even }
struct T156 { echo: Option<T61>, foxtrot: Word }
struct T157 { golf: Vec<T62>, #[serde(default)] hotel: String }
struct T158 { india: Option<T65>, #[serde(rename = "Upper")] juliet: char }
struct T159 { kilo: Option<T66>, #[serde(rename = "größe", default)] lima: bool }
struct T160 { mike: T71, #[serde(default)] november: String }
struct T161 { oscar: T72, #[serde(default)] papa: u8 }
struct T162 { #[serde(rename = "größe")] quebec: Option<T75>, romeo: char }
struct T163 { sierra: Vec<T78>, #[serde(default)] tango: String }
struct T164 { #[serde(rename = "under_score")] uniform: Vec<T79>, victor: Even }
struct T165 { whiskey: Vec<T82>, xray: Address }
struct T166 { yankee: Option<T83>, zulu: i64 }
struct T167 { alpha: Vec<T88>, #[serde(rename = "dash-ed")] bravo: u8 }
struct T168 { charlie: Vec<T89>, delta: Word }
struct T169 { echo: Vec<T92>, #[serde(default)] foxtrot: char }
struct T170 { golf: Vec<T95>, hotel: String }
struct T171 { #[serde(rename = "Upper")] india: Vec<T96>, juliet: Counted }
struct T172 { #[serde(rename = "größe")] kilo: Option<T99>, #[serde(default)] lima: i64 }
struct T173 { mike: Vec<T100>, #[serde(default)] november: f64 }
struct T174 { #[serde(rename = "under_score")] oscar: T105, papa: Even }
struct T175 { quebec: T106, romeo: Counted }
struct T176 { sierra: T109, tango: Even }
struct T177 { uniform: T112, victor: Word }
struct T178 { #[serde(rename = "名前")] whiskey: Vec<T113>, xray: Even }
struct T179 { yankee: Vec<T116>, zulu: Even }
struct T180 { alpha: Option<T117>, bravo: Address }
struct T181 { charlie: Option<T122>, #[serde(default)] delta: i64 }
struct T182 { echo: Option<T123>, foxtrot: Word }
struct T183 { golf: Vec<T126>, hotel: Address }
struct T184 { india: Option<T129>, juliet: Address }
struct T185 { kilo: Vec<T130>, #[serde(rename = "名前")] lima: Address }
}

roots! {
T0,
Vec<T1>,
T2,
T5,
T6,
T8,
T9,
T12,
T13,
T16,
T17,
Vec<T18>,
T19,
T22,
T23,
T25,
T26,
T29,
T30,
T33,
T34,
Vec<T35>,
T36,
T39,
T40,
T42,
T43,
T46,
T47,
T50,
T51,
Vec<T52>,
T53,
T56,
T57,
T59,
T60,
T63,
T64,
T67,
T68,
Vec<T69>,
T70,
T73,
T74,
T76,
T77,
T80,
T81,
T84,
T85,
Vec<T86>,
T87,
T90,
T91,
T93,
T94,
T97,
T98,
T101,
T102,
Vec<T103>,
T104,
T107,
T108,
T110,
T111,
T114,
T115,
T118,
T119,
Vec<T120>,
T121,
T124,
T125,
T127,
T128,
T131,
T132,
T133,
T134,
T135,
T136,
T137,
T138,
T139,
T140,
T141,
T142,
T143,
T144,
T145,
T146,
T147,
T148,
T149,
T150,
T151,
T152,
T153,
T154,
T155,
T156,
T157,
T158,
T159,
T160,
T161,
T162,
T163,
T164,
T165,
T166,
T167,
T168,
T169,
T170,
T171,
T172,
T173,
T174,
T175,
T176,
T177,
T178,
T179,
T180,
T181,
T182,
T183,
T184,
T185,
}
