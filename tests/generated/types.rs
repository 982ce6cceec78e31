//! The generated types. To generate others: `GENERATED_SEED=7 cargo run --all-features --example
//! types`.

use std::collections::BTreeMap;

use serde_hcl::de::Labeled;

use super::leaves::{Address, Counted, Even, Word};

pub const SEED: u64 = 7;

types! {
struct T0 { bravo: Option<Address>, #[serde(rename = "名前", default)] charlie: Counted, delta: Even }
enum T1 { Ant { echo: Counted, foxtrot: BTreeMap<String, i64> }, Beetle, Crocodile(bool), Dog(u8, u8) }
#[serde(deny_unknown_fields)] struct T2 { golf: Word }
struct T3 { #[serde(rename = "$label")] hotel: u8, india: i64, juliet: char }
#[serde(tag = "kind")] enum T4 { Ant { kilo: i64 }, Beetle }
struct T5 { lima: u8 }
struct T6 { #[serde(default)] mike: String, #[serde(rename = "Upper", default)] november: Counted, oscar: f64 }
#[serde(tag = "sort", content = "content")] enum T7 { Ant { #[serde(rename = "größe")] papa: bool }, Beetle, Crocodile(BTreeMap<String, Vec<char>>), Dog(Counted, Even) }
struct T8 { #[serde(default)] quebec: Even, romeo: Address }
#[serde(deny_unknown_fields)] struct T9 { sierra: Word }
#[serde(untagged)] enum T10 { Ant { tango: String }, Beetle(u8), Crocodile(Vec<u8>) }
struct T11 { #[serde(rename = "$label")] uniform: String, #[serde(rename = "$label.1")] victor: String, #[serde(default)] whiskey: Vec<String> }
struct T12 { #[serde(default)] xray: BTreeMap<String, bool> }
struct T13 { yankee: i64, #[serde(flatten)] zulu: BTreeMap<String, u8> }
#[serde(tag = "$label")] enum T14 { Ant { alpha: bool, bravo: Option<Word> }, Beetle }
struct T15 { #[serde(rename = "$labels")] charlie: (String, u8), delta: f64, echo: bool, foxtrot: char }
struct T16 { golf: u8, #[serde(default)] hotel: char, india: char }
struct T17 { juliet: char }
enum T18 { Ant { kilo: Even }, Beetle, Crocodile(BTreeMap<String, Counted>), Dog(i64, u8) }
#[serde(deny_unknown_fields)] struct T19 { lima: Word, #[serde(rename = "Upper")] mike: Vec<(Word, u8)>, november: Even }
struct T20 { #[serde(rename = "$label")] oscar: String, #[serde(rename = "dash-ed")] papa: Word }
#[serde(tag = "kind")] enum T21 { Ant { quebec: u8, romeo: Even }, Beetle }
struct T22 { #[serde(flatten)] sierra: T12, tango: (Option<String>, BTreeMap<String, String>) }
struct T23 { #[serde(with = "serde_hcl::with::blocks", default)] uniform: Option<T8>, victor: i64, whiskey: T5, xray: Vec<T3> }
#[serde(tag = "sort", content = "content")] enum T24 { Ant { #[serde(rename = "größe")] yankee: T9, zulu: T10 }, Beetle, Crocodile(BTreeMap<String, T8>), Dog(T5, BTreeMap<String, f64>) }
struct T25 { #[serde(with = "serde_hcl::with::labeled_blocks", default)] alpha: BTreeMap<String, T8>, bravo: T11 }
#[serde(deny_unknown_fields)] struct T26 { charlie: T21, delta: T18 }
#[serde(untagged)] enum T27 { Ant { echo: BTreeMap<String, Word> }, Beetle(u8), Crocodile(Vec<u8>) }
struct T28 { #[serde(rename = "$label")] foxtrot: String, #[serde(rename = "$label.1")] golf: u8, hotel: T15 }
struct T29 { #[serde(default)] india: Vec<Labeled<(u8, String), T19>>, juliet: Vec<T5>, kilo: T21 }
struct T30 { lima: T21, mike: Vec<Vec<String>>, november: T6, #[serde(flatten)] oscar: BTreeMap<String, String> }
#[serde(tag = "$label")] enum T31 { Ant { papa: bool }, Beetle, Crocodile(T12) }
struct T32 { #[serde(rename = "$labels")] quebec: (String, u8), romeo: Vec<BTreeMap<String, Word>>, sierra: Address }
struct T33 { tango: Option<Counted>, uniform: String }
struct T34 { #[serde(rename = "Upper")] victor: Vec<T19>, whiskey: T20, #[serde(rename = "größe")] xray: String }
enum T35 { Ant { yankee: T6, zulu: Option<Even> }, Beetle, Crocodile(i64), Dog(BTreeMap<String, i64>, T7) }
#[serde(deny_unknown_fields)] struct T36 { #[serde(default)] alpha: Option<Vec<u8>>, #[serde(rename = "under_score")] bravo: T2 }
struct T37 { #[serde(rename = "$label")] charlie: u8, delta: T4, echo: T18, foxtrot: T20 }
#[serde(tag = "kind")] enum T38 { Ant { golf: Option<i64>, hotel: T10 }, Beetle, Crocodile(T2) }
struct T39 { #[serde(flatten)] india: T13, juliet: BTreeMap<String, T13>, kilo: T9, lima: (Counted, T4) }
struct T40 { #[serde(with = "serde_hcl::with::blocks", default)] mike: Vec<T16>, november: T11 }
#[serde(tag = "sort", content = "content")] enum T41 { Ant { #[serde(rename = "名前")] oscar: u8, papa: BTreeMap<String, Address> }, Beetle, Crocodile(T7), Dog(T9, Vec<bool>) }
struct T42 { #[serde(with = "serde_hcl::with::labeled_blocks", default)] quebec: BTreeMap<String, T0>, romeo: Address }
#[serde(deny_unknown_fields)] struct T43 { #[serde(rename = "dash-ed")] sierra: Vec<(char, i64)> }
#[serde(untagged)] enum T44 { Ant { tango: BTreeMap<String, String>, uniform: BTreeMap<String, Address> }, Beetle(u8), Crocodile(Vec<u8>) }
struct T45 { #[serde(rename = "$label")] victor: u8, #[serde(rename = "$label.1")] whiskey: u8, xray: Vec<Address>, yankee: Option<T27> }
struct T46 { #[serde(default)] zulu: Vec<Labeled<String, T25>>, alpha: T39, #[serde(default)] bravo: f64, charlie: Vec<Vec<u8>> }
struct T47 { delta: Vec<Option<Address>>, echo: Vec<Even>, foxtrot: char, #[serde(flatten)] golf: BTreeMap<String, String> }
#[serde(tag = "$label")] enum T48 { Ant { hotel: Option<Address> }, Beetle, Crocodile(T33) }
struct T49 { #[serde(rename = "$labels")] india: Vec<String>, juliet: T27, kilo: T34, lima: Vec<T24> }
struct T50 { mike: Option<T29>, november: T39, oscar: Vec<Word> }
struct T51 { papa: Vec<Vec<bool>> }
enum T52 { Ant { quebec: BTreeMap<String, u8>, romeo: (u8, u8) }, Beetle, Crocodile(Option<BTreeMap<String, u8>>), Dog(T26, T26) }
#[serde(deny_unknown_fields)] struct T53 { sierra: T31, tango: ((bool, Even), Counted), uniform: Vec<Vec<f64>> }
struct T54 { #[serde(rename = "$label")] victor: u8, whiskey: T27, xray: Vec<T32> }
#[serde(tag = "kind")] enum T55 { Ant { yankee: T26, zulu: BTreeMap<String, f64> }, Beetle, Crocodile(T26) }
struct T56 { #[serde(flatten)] alpha: T22, #[serde(rename = "dash-ed")] bravo: Vec<Vec<u8>>, #[serde(rename = "名前")] charlie: Vec<Counted> }
struct T57 { #[serde(with = "serde_hcl::with::blocks")] delta: T23, echo: T36, foxtrot: T40, golf: i64 }
#[serde(tag = "sort", content = "content")] enum T58 { Ant { #[serde(rename = "名前")] hotel: T33, india: T35 }, Beetle, Crocodile(Even), Dog(Vec<u8>, (Word, u8)) }
struct T59 { #[serde(with = "serde_hcl::with::labeled_blocks", default)] juliet: BTreeMap<String, T36>, kilo: T37, lima: Vec<Vec<Even>>, mike: bool }
#[serde(deny_unknown_fields)] struct T60 { november: (T36, Vec<i64>), oscar: (T36, Vec<Address>) }
#[serde(untagged)] enum T61 { Ant { papa: T38, quebec: T30 }, Beetle(u8), Crocodile(Vec<u8>) }
struct T62 { #[serde(rename = "$label")] romeo: u8, #[serde(rename = "$label.1")] sierra: u8, tango: T41 }
struct T63 { #[serde(default)] uniform: Vec<Labeled<(String, u8), T36>>, #[serde(default)] victor: Option<T36>, whiskey: BTreeMap<String, T26>, xray: T31 }
struct T64 { yankee: T35, #[serde(flatten)] zulu: BTreeMap<String, String> }
#[serde(tag = "$label")] enum T65 { Ant { alpha: Vec<Even> }, Beetle, Crocodile(T36) }
struct T66 { #[serde(rename = "$labels")] bravo: (String, u8), charlie: Even, delta: T49, echo: String }
struct T67 { foxtrot: Option<T44>, #[serde(rename = "名前")] golf: T48 }
struct T68 { hotel: T59, india: Option<BTreeMap<String, Counted>> }
enum T69 { Ant { juliet: (Counted, bool), kilo: Vec<bool> }, Beetle, Crocodile(Option<char>), Dog((Even, Even), BTreeMap<String, Address>) }
#[serde(deny_unknown_fields)] struct T70 { lima: (String, BTreeMap<String, bool>) }
struct T71 { #[serde(rename = "$label")] mike: u8, november: T52, oscar: T50 }
#[serde(tag = "kind")] enum T72 { Ant { papa: BTreeMap<String, String>, quebec: Vec<bool> }, Beetle, Crocodile(T64) }
struct T73 { #[serde(flatten)] romeo: T64, sierra: T44, #[serde(default)] tango: String, uniform: T50 }
struct T74 { #[serde(with = "serde_hcl::with::blocks", default)] victor: Option<T56>, whiskey: String, xray: (BTreeMap<String, Word>, Counted) }
#[serde(tag = "sort", content = "content")] enum T75 { Ant { yankee: (Even, i64) }, Beetle, Crocodile(T58), Dog(Vec<u8>, T61) }
struct T76 { #[serde(with = "serde_hcl::with::labeled_blocks", default)] zulu: BTreeMap<String, T47>, #[serde(default)] alpha: BTreeMap<String, BTreeMap<String, Address>>, #[serde(default)] bravo: Vec<T51>, charlie: Address }
#[serde(deny_unknown_fields)] struct T77 { delta: (Option<bool>, Vec<Address>) }
#[serde(untagged)] enum T78 { Ant { echo: Address, foxtrot: T47 }, Beetle(bool), Crocodile(Vec<u8>) }
struct T79 { #[serde(rename = "$label")] golf: u8, #[serde(rename = "$label.1")] hotel: u8, #[serde(rename = "größe")] india: (T61, char) }
struct T80 { #[serde(default)] juliet: Option<Labeled<(String, u8), T59>>, kilo: Vec<T54>, lima: T59, #[serde(default)] mike: Vec<Counted> }
struct T81 { november: Option<T55>, oscar: T65, papa: BTreeMap<String, Vec<i64>>, #[serde(flatten)] quebec: BTreeMap<String, u8> }
#[serde(tag = "$label")] enum T82 { Ant { romeo: T63 }, Beetle, Crocodile(T57) }
struct T83 { #[serde(rename = "$labels")] sierra: Vec<String>, tango: f64, #[serde(default)] uniform: Even, victor: T62 }
struct T84 { whiskey: Counted, xray: T48 }
struct T85 { yankee: T50, #[serde(rename = "名前")] zulu: BTreeMap<String, T56>, #[serde(rename = "Upper")] alpha: T44 }
enum T86 { Ant { bravo: T55 }, Beetle, Crocodile(T55), Dog(Counted, Vec<bool>) }
#[serde(deny_unknown_fields)] struct T87 { charlie: (T51, T56) }
struct T88 { #[serde(rename = "$label")] delta: String, echo: Vec<Option<i64>> }
#[serde(tag = "kind")] enum T89 { Ant { foxtrot: T70 }, Beetle, Crocodile(T87) }
struct T90 { #[serde(flatten)] golf: T72, #[serde(default)] hotel: Vec<T82>, india: Address, juliet: T86 }
struct T91 { #[serde(with = "serde_hcl::with::blocks", default)] kilo: Vec<T80>, lima: T82, mike: u8, november: Vec<i64> }
#[serde(tag = "sort", content = "content")] enum T92 { Ant { #[serde(default)] oscar: BTreeMap<String, i64>, #[serde(rename = "Upper")] papa: String }, Beetle, Crocodile(T75), Dog(Option<Counted>, Vec<char>) }
struct T93 { #[serde(with = "serde_hcl::with::labeled_blocks", default)] quebec: BTreeMap<String, Vec<T80>>, romeo: (T86, T75), #[serde(rename = "dash-ed")] sierra: Vec<T73> }
#[serde(deny_unknown_fields)] struct T94 { tango: (T77, T78) }
#[serde(untagged)] enum T95 { Ant { #[serde(rename = "Upper")] uniform: Vec<String>, victor: Vec<i64> }, Beetle(bool), Crocodile(Vec<u8>) }
struct T96 { #[serde(rename = "$label")] whiskey: u8, #[serde(rename = "$label.1")] xray: String, yankee: char }
struct T97 { #[serde(default)] zulu: Vec<Labeled<(u8, u8), T67>>, #[serde(rename = "under_score")] alpha: T86, bravo: T80 }
struct T98 { charlie: Vec<T86>, #[serde(default)] delta: BTreeMap<String, T75>, #[serde(flatten)] echo: BTreeMap<String, String> }
#[serde(tag = "$label")] enum T99 { Ant { foxtrot: T81, golf: T80 }, Beetle, Crocodile(T67) }
struct T100 { #[serde(rename = "$labels")] hotel: Vec<String>, india: T83 }
struct T101 { juliet: Word, kilo: Vec<Vec<Even>>, lima: T75 }
struct T102 { #[serde(rename = "dash-ed")] mike: (f64, Vec<f64>), november: (T86, f64) }
enum T103 { Ant { oscar: T87, #[serde(default)] papa: BTreeMap<String, Even> }, Beetle, Crocodile(Option<Word>), Dog(bool, T75) }
#[serde(deny_unknown_fields)] struct T104 { #[serde(default)] quebec: BTreeMap<String, Counted> }
struct T105 { #[serde(rename = "$label")] romeo: u8, sierra: Vec<T77>, #[serde(default)] tango: Option<(Address, String)>, uniform: bool }
#[serde(tag = "kind")] enum T106 { Ant { victor: T72 }, Beetle, Crocodile(T70) }
struct T107 { #[serde(flatten)] whiskey: T72, xray: BTreeMap<String, T86> }
struct T108 { #[serde(with = "serde_hcl::with::blocks", default)] zulu: Vec<T87>, alpha: T80, bravo: T83, charlie: Word }
#[serde(tag = "sort", content = "content")] enum T109 { Ant { delta: T77, echo: BTreeMap<String, Address> }, Beetle, Crocodile((T78, T70)), Dog(BTreeMap<String, bool>, (i64, Counted)) }
struct T110 { #[serde(with = "serde_hcl::with::labeled_blocks", default)] foxtrot: BTreeMap<String, Vec<T97>>, golf: (Option<Word>, T101), hotel: Option<BTreeMap<String, Even>> }
#[serde(deny_unknown_fields)] struct T111 { india: Vec<Option<bool>> }
#[serde(untagged)] enum T112 { Ant { juliet: BTreeMap<String, Word> }, Beetle(u8), Crocodile(Vec<u8>) }
struct T113 { #[serde(rename = "$label")] kilo: String, #[serde(rename = "$label.1")] lima: String, mike: u8, #[serde(default)] november: BTreeMap<String, BTreeMap<String, bool>>, oscar: Vec<Address> }
struct T114 { #[serde(rename = "größe", default)] papa: Vec<Labeled<(String, u8), T107>>, quebec: T107, romeo: Vec<T90>, sierra: T91 }
struct T115 { tango: T94, uniform: T91, victor: (Option<Word>, T95), #[serde(flatten)] whiskey: BTreeMap<String, u8> }
#[serde(tag = "$label")] enum T116 { Ant { xray: Vec<Even> }, Beetle, Crocodile(T97) }
struct T117 { #[serde(rename = "$labels")] yankee: (String, u8), zulu: Word, alpha: T92, bravo: Vec<T97> }
struct T118 { charlie: T105, #[serde(rename = "under_score")] delta: T104 }
struct T119 { echo: T91 }
enum T120 { Ant { foxtrot: BTreeMap<String, Counted>, golf: T107 }, Beetle, Crocodile(T95), Dog(Word, T104) }
#[serde(deny_unknown_fields)] struct T121 { hotel: T93, india: T91 }
struct T122 { #[serde(rename = "$label")] juliet: String, kilo: Vec<Vec<Counted>>, lima: f64 }
#[serde(tag = "kind")] enum T123 { Ant { mike: T104, november: T102 }, Beetle, Crocodile(T102) }
struct T124 { #[serde(flatten)] oscar: T107 }
struct T125 { #[serde(with = "serde_hcl::with::blocks")] quebec: T94, romeo: T93, sierra: Vec<bool> }
#[serde(tag = "sort", content = "content")] enum T126 { Ant { #[serde(default)] tango: Even }, Beetle, Crocodile(((f64, Address), T101)), Dog(T103, Address) }
struct T127 { #[serde(rename = "dash-ed", with = "serde_hcl::with::labeled_blocks", default)] uniform: BTreeMap<String, Vec<T91>>, victor: f64 }
#[serde(deny_unknown_fields)] struct T128 { whiskey: T103, xray: T94, yankee: T93 }
#[serde(untagged)] enum T129 { Ant { zulu: Vec<bool>, alpha: i64 }, Beetle(bool), Crocodile(Vec<u8>) }
struct T130 { #[serde(rename = "$label")] bravo: String, #[serde(rename = "$label.1")] charlie: String, #[serde(rename = "größe")] delta: char, echo: T94, foxtrot: T109 }
struct T131 { #[serde(default)] golf: Vec<Labeled<u8, T107>>, hotel: T95 }
struct T132 { india: T3, #[serde(rename = "dash-ed")] juliet: Counted }
struct T133 { kilo: T4, lima: i64 }
struct T134 { #[serde(default)] mike: Vec<T7>, november: Address }
struct T135 { oscar: Vec<T10>, papa: Counted }
struct T136 { quebec: Option<T11>, romeo: bool }
struct T137 { #[serde(default)] sierra: Vec<T14>, tango: u8 }
struct T138 { uniform: Vec<T15>, #[serde(rename = "Upper", default)] victor: f64 }
struct T139 { whiskey: Option<T20>, xray: Counted }
struct T140 { yankee: Vec<T21>, #[serde(default)] zulu: Word }
struct T141 { alpha: Option<T24>, bravo: bool }
struct T142 { #[serde(rename = "größe")] charlie: Vec<T27>, delta: char }
struct T143 { echo: Vec<T28>, foxtrot: Counted }
struct T144 { golf: Vec<T31>, hotel: f64 }
struct T145 { #[serde(default)] india: Vec<T32>, juliet: char }
struct T146 { #[serde(default)] kilo: Vec<T37>, lima: f64 }
struct T147 { mike: T38, #[serde(default)] november: Even }
struct T148 { oscar: Vec<T41>, papa: Word }
struct T149 { quebec: T44, #[serde(default)] romeo: u8 }
struct T150 { #[serde(rename = "dash-ed")] sierra: Vec<T45>, tango: String }
struct T151 { uniform: Vec<T48>, victor: u8 }
struct T152 { whiskey: Vec<T49>, xray: Address }
struct T153 { yankee: Option<T54>, zulu: Word }
struct T154 { alpha: T55, #[serde(rename = "größe")] bravo: char }
struct T155 { #[serde(default)] charlie: Option<T58>, delta: Even }
struct T156 { echo: Vec<T61>, #[serde(default)] foxtrot: Word }
struct T157 { golf: Vec<T62>, hotel: u8 }
struct T158 { india: Vec<T65>, juliet: f64 }
struct T159 { #[serde(rename = "under_score", default)] kilo: Option<T66>, lima: Address }
struct T160 { mike: Option<T71>, november: Even }
struct T161 { oscar: Option<T72>, papa: Even }
struct T162 { quebec: T75, romeo: String }
struct T163 { sierra: T78, tango: f64 }
struct T164 { uniform: Option<T79>, victor: Address }
struct T165 { whiskey: Vec<T82>, xray: Counted }
struct T166 { yankee: Option<T83>, zulu: String }
struct T167 { alpha: T88, bravo: Even }
struct T168 { charlie: Option<T89>, delta: Word }
struct T169 { echo: Vec<T92>, #[serde(default)] foxtrot: String }
struct T170 { golf: Option<T95>, #[serde(rename = "名前")] hotel: char }
struct T171 { india: Option<T96>, #[serde(rename = "under_score", default)] juliet: bool }
struct T172 { kilo: T99, #[serde(default)] lima: String }
struct T173 { mike: T100, #[serde(default)] november: u8 }
struct T174 { #[serde(rename = "under_score")] oscar: Option<T105>, papa: char }
struct T175 { quebec: Vec<T106>, #[serde(default)] romeo: String }
struct T176 { #[serde(rename = "Upper")] sierra: Vec<T109>, tango: Even }
struct T177 { uniform: Vec<T112>, victor: Address }
struct T178 { whiskey: Option<T113>, xray: i64 }
struct T179 { yankee: Vec<T116>, #[serde(rename = "größe")] zulu: u8 }
struct T180 { alpha: Vec<T117>, bravo: Word }
struct T181 { charlie: Vec<T122>, #[serde(default)] delta: char }
struct T182 { echo: Vec<T123>, foxtrot: String }
struct T183 { #[serde(rename = "名前")] golf: Vec<T126>, hotel: Counted }
struct T184 { #[serde(rename = "under_score")] india: Option<T129>, #[serde(default)] juliet: i64 }
struct T185 { kilo: Vec<T130>, #[serde(default)] lima: f64 }
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
