//! The generated types. To generate others: `GENERATED_SEED=7 cargo run --all-features --example types`.

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
struct T22 { xray: String }
struct T23 { yankee: Address, zulu: String, alpha: f64 }
#[serde(tag = "sort", content = "content")] enum T24 { Ant { bravo: char, charlie: Vec<String> }, Beetle, Crocodile(u8), Dog(Vec<u8>, i64) }
struct T25 { delta: i64, echo: Address }
#[serde(deny_unknown_fields)] struct T26 { foxtrot: u8, golf: Address, hotel: bool }
#[serde(untagged)] enum T27 { Ant { india: i64, juliet: Even }, Beetle(u8), Crocodile(Vec<u8>) }
struct T28 { #[serde(rename = "$label")] kilo: u8, #[serde(rename = "$label.1")] lima: String, mike: T18, november: T1, oscar: i64 }
struct T29 { #[serde(default)] papa: Vec<Labeled<u8, T19>>, #[serde(rename = "Upper", default)] quebec: String }
struct T30 { romeo: T15, #[serde(flatten)] sierra: BTreeMap<String, u8> }
#[serde(tag = "$label")] enum T31 { Ant { tango: T26, uniform: (f64, String) }, Beetle, Crocodile(T17) }
struct T32 { #[serde(rename = "$labels")] victor: (String, u8), whiskey: BTreeMap<String, (Word, char)>, xray: BTreeMap<String, T13> }
struct T33 { yankee: T19, zulu: Counted }
struct T34 { alpha: (T7, Option<u8>) }
enum T35 { Ant { bravo: Option<Address>, charlie: Even }, Beetle, Crocodile(Word), Dog(T13, T2) }
#[serde(deny_unknown_fields)] struct T36 { delta: Address }
struct T37 { #[serde(rename = "$label")] echo: String, foxtrot: i64, golf: (i64, bool) }
#[serde(tag = "kind")] enum T38 { Ant { hotel: T6, india: BTreeMap<String, Address> }, Beetle, Crocodile(T2) }
struct T39 { #[serde(flatten)] juliet: T16, #[serde(default)] kilo: i64, lima: Vec<Address> }
struct T40 { #[serde(with = "serde_hcl::blocks", default)] mike: Option<T6>, november: BTreeMap<String, Option<char>>, oscar: bool, #[serde(default)] papa: Vec<f64> }
#[serde(tag = "sort", content = "content")] enum T41 { Ant { quebec: Vec<u8> }, Beetle, Crocodile(Option<Vec<Even>>), Dog(Vec<i64>, Even) }
struct T42 { #[serde(with = "serde_hcl::labeled_blocks", default)] romeo: BTreeMap<String, Vec<T6>>, sierra: T5 }
#[serde(deny_unknown_fields)] struct T43 { tango: T19 }
#[serde(untagged)] enum T44 { Ant { uniform: Vec<bool> }, Beetle(bool), Crocodile(Vec<u8>) }
struct T45 { #[serde(rename = "$label")] victor: String, #[serde(rename = "$label.1")] whiskey: u8, xray: (Vec<u8>, T10), yankee: Option<T22>, zulu: Option<Vec<f64>> }
struct T46 { #[serde(default)] alpha: Option<Labeled<u8, T0>>, bravo: Vec<Vec<u8>>, charlie: BTreeMap<String, T8> }
struct T47 { delta: Vec<Vec<Counted>>, echo: T14, #[serde(flatten)] foxtrot: BTreeMap<String, u8> }
#[serde(tag = "$label")] enum T48 { Ant { golf: Vec<char>, hotel: Option<String> }, Beetle, Crocodile(T6) }
struct T49 { #[serde(rename = "$labels")] india: Vec<String>, juliet: Address }
struct T50 { kilo: T23, lima: Vec<T4> }
struct T51 { mike: T14, november: BTreeMap<String, Vec<Counted>>, #[serde(default)] oscar: Even }
enum T52 { Ant { papa: u8, #[serde(rename = "größe")] quebec: Counted }, Beetle, Crocodile((f64, BTreeMap<String, f64>)), Dog((Even, f64), bool) }
#[serde(deny_unknown_fields)] struct T53 { romeo: Option<f64> }
struct T54 { #[serde(rename = "$label")] sierra: u8, #[serde(rename = "Upper")] tango: T21 }
#[serde(tag = "kind")] enum T55 { Ant { #[serde(default)] uniform: Vec<Counted> }, Beetle, Crocodile(T8) }
struct T56 { #[serde(flatten)] victor: T34, whiskey: T48, xray: T43, yankee: bool }
struct T57 { #[serde(with = "serde_hcl::blocks")] zulu: T45, alpha: (T34, Vec<i64>), bravo: (T39, Vec<Address>) }
#[serde(tag = "sort", content = "content")] enum T58 { Ant { charlie: T35, delta: T55 }, Beetle, Crocodile(bool), Dog(Vec<String>, T41) }
struct T59 { #[serde(with = "serde_hcl::labeled_blocks", default)] echo: BTreeMap<String, T43>, foxtrot: BTreeMap<String, T41>, golf: T43 }
#[serde(deny_unknown_fields)] struct T60 { hotel: T54, india: String, juliet: T45 }
#[serde(untagged)] enum T61 { Ant { kilo: T43, lima: T43 }, Beetle(bool), Crocodile(Vec<u8>) }
struct T62 { #[serde(rename = "$label")] mike: u8, #[serde(rename = "$label.1")] november: String, oscar: T43, papa: Even, quebec: T49 }
struct T63 { #[serde(default)] romeo: Option<Labeled<(u8, String), T34>>, #[serde(default)] sierra: Vec<BTreeMap<String, u8>>, tango: T53 }
struct T64 { uniform: Option<BTreeMap<String, Counted>>, #[serde(flatten)] victor: BTreeMap<String, String> }
#[serde(tag = "$label")] enum T65 { Ant { whiskey: T31, #[serde(default)] xray: String }, Beetle, Crocodile(T47) }
struct T66 { #[serde(rename = "$labels")] yankee: Vec<String>, zulu: T46, alpha: String, bravo: bool }
struct T67 { charlie: T54, delta: T52 }
struct T68 { #[serde(default)] echo: BTreeMap<String, i64>, foxtrot: BTreeMap<String, T44> }
enum T69 { Ant { golf: T55 }, Beetle, Crocodile(BTreeMap<String, String>), Dog(Vec<Even>, T36) }
#[serde(deny_unknown_fields)] struct T70 { hotel: T53, india: Option<T53> }
struct T71 { #[serde(rename = "$label")] juliet: String, kilo: Counted, lima: ((i64, Even), T50) }
#[serde(tag = "kind")] enum T72 { Ant { mike: T34 }, Beetle, Crocodile(T34) }
struct T73 { #[serde(flatten)] november: T50, #[serde(default)] oscar: BTreeMap<String, BTreeMap<String, Address>>, #[serde(default)] papa: Vec<T51>, quebec: Address }
struct T74 { #[serde(with = "serde_hcl::blocks", default)] romeo: Vec<T45>, sierra: T34, tango: Address }
#[serde(tag = "sort", content = "content")] enum T75 { Ant { uniform: f64 }, Beetle, Crocodile(String), Dog(T38, T44) }
struct T76 { #[serde(with = "serde_hcl::labeled_blocks", default)] victor: BTreeMap<String, BTreeMap<String, T51>>, #[serde(default)] whiskey: i64, #[serde(default)] xray: BTreeMap<String, bool>, yankee: Vec<T36> }
#[serde(deny_unknown_fields)] struct T77 { #[serde(rename = "dash-ed", default)] zulu: Vec<T43>, alpha: Vec<Vec<bool>>, #[serde(default)] bravo: Vec<(String, f64)> }
#[serde(untagged)] enum T78 { Ant { charlie: Vec<i64>, delta: Option<String> }, Beetle(bool), Crocodile(Vec<u8>) }
struct T79 { #[serde(rename = "$label")] echo: u8, #[serde(rename = "$label.1")] foxtrot: u8, golf: f64, #[serde(default)] hotel: Even, india: T40 }
struct T80 { #[serde(default)] juliet: Vec<Labeled<(String, String), T53>>, kilo: BTreeMap<String, T35>, #[serde(rename = "Upper")] lima: T43, mike: T35 }
struct T81 { november: Option<T44>, #[serde(flatten)] oscar: BTreeMap<String, u8> }
#[serde(tag = "$label")] enum T82 { Ant { papa: Word, quebec: String }, Beetle, Crocodile(T47) }
struct T83 { #[serde(rename = "$labels")] romeo: Vec<String>, sierra: Option<T55> }
struct T84 { tango: T61, uniform: Option<T59>, victor: (Vec<Even>, Address) }
struct T85 { whiskey: (BTreeMap<String, f64>, T81), #[serde(default)] xray: BTreeMap<String, T70>, yankee: T79 }
enum T86 { Ant { zulu: i64, #[serde(default)] alpha: BTreeMap<String, Address> }, Beetle, Crocodile(Address), Dog(T72, T75) }
#[serde(deny_unknown_fields)] struct T87 { bravo: Option<i64>, charlie: Word }
struct T88 { #[serde(rename = "$label")] delta: String, echo: T62, #[serde(rename = "Upper")] foxtrot: T61, golf: Word }
#[serde(tag = "kind")] enum T89 { Ant { hotel: T58 }, Beetle, Crocodile(T68) }
struct T90 { #[serde(flatten)] india: T81, juliet: Option<Vec<i64>> }
struct T91 { #[serde(with = "serde_hcl::blocks", default)] kilo: Vec<T74>, lima: Option<T77>, #[serde(rename = "größe")] mike: T73, november: T71 }
#[serde(tag = "sort", content = "content")] enum T92 { Ant { #[serde(default)] oscar: u8 }, Beetle, Crocodile(Counted), Dog(T68, String) }
struct T93 { #[serde(with = "serde_hcl::labeled_blocks", default)] papa: BTreeMap<String, T77>, #[serde(default)] quebec: BTreeMap<String, T64>, romeo: BTreeMap<String, Vec<String>>, #[serde(default)] sierra: f64 }
#[serde(deny_unknown_fields)] struct T94 { tango: char, #[serde(rename = "Upper")] uniform: (T72, T68), victor: Vec<Word> }
#[serde(untagged)] enum T95 { Ant { whiskey: (String, Word) }, Beetle(bool), Crocodile(Vec<u8>) }
struct T96 { #[serde(rename = "$label")] xray: u8, #[serde(rename = "$label.1")] yankee: u8, zulu: (T78, f64) }
struct T97 { #[serde(default)] alpha: Option<Labeled<(u8, u8), T76>>, bravo: Option<Word>, charlie: T63 }
struct T98 { #[serde(default)] delta: Counted, echo: Vec<bool>, foxtrot: T73, #[serde(flatten)] golf: BTreeMap<String, u8> }
#[serde(tag = "$label")] enum T99 { Ant { hotel: T57, india: bool }, Beetle, Crocodile(T64) }
struct T100 { #[serde(rename = "$labels")] juliet: (String, u8), kilo: Even, lima: BTreeMap<String, T64>, mike: (T64, T70) }
struct T101 { november: Vec<(f64, bool)>, oscar: T60, papa: Option<Word> }
struct T102 { quebec: T64, romeo: BTreeMap<String, BTreeMap<String, i64>>, sierra: T65 }
enum T103 { Ant { tango: BTreeMap<String, bool>, uniform: T69 }, Beetle, Crocodile(Vec<T64>), Dog((i64, Word), T75) }
#[serde(deny_unknown_fields)] struct T104 { victor: Option<BTreeMap<String, Even>>, whiskey: T72 }
struct T105 { #[serde(rename = "$label")] xray: u8, #[serde(default)] yankee: BTreeMap<String, T78>, zulu: Vec<BTreeMap<String, char>>, alpha: (Option<Word>, Counted) }
#[serde(tag = "kind")] enum T106 { Ant { #[serde(default)] bravo: BTreeMap<String, bool>, charlie: Vec<Even> }, Beetle, Crocodile(T68) }
struct T107 { #[serde(flatten)] delta: T68, #[serde(rename = "under_score")] echo: bool }
struct T108 { #[serde(with = "serde_hcl::blocks", default)] golf: Vec<T79>, #[serde(default)] hotel: Vec<T57> }
#[serde(tag = "sort", content = "content")] enum T109 { Ant { india: T77 }, Beetle, Crocodile(char), Dog((i64, Word), T64) }
struct T110 { #[serde(with = "serde_hcl::labeled_blocks", default)] juliet: BTreeMap<String, T73>, kilo: Vec<T81>, #[serde(rename = "dash-ed")] lima: Vec<Vec<char>> }
#[serde(deny_unknown_fields)] struct T111 { #[serde(default)] mike: BTreeMap<String, T69>, november: T63 }
#[serde(untagged)] enum T112 { Ant { oscar: Vec<bool> }, Beetle(u8), Crocodile(Vec<u8>) }
struct T113 { #[serde(rename = "$label")] papa: String, #[serde(rename = "$label.1")] quebec: u8, romeo: BTreeMap<String, T95> }
struct T114 { #[serde(default)] sierra: Option<Labeled<(u8, u8), T94>>, tango: Vec<T103>, uniform: Vec<(i64, Counted)>, victor: Vec<Vec<Counted>> }
struct T115 { whiskey: T94, #[serde(flatten)] xray: BTreeMap<String, String> }
#[serde(tag = "$label")] enum T116 { Ant { yankee: T86, #[serde(default)] zulu: Vec<String> }, Beetle, Crocodile(T102) }
struct T117 { #[serde(rename = "$labels")] alpha: (String, u8), #[serde(rename = "名前")] bravo: T110, charlie: Vec<Vec<Counted>> }
struct T118 { delta: Vec<bool>, #[serde(default)] echo: Option<Even>, foxtrot: ((f64, Address), T94) }
struct T119 { golf: Address, #[serde(rename = "Upper")] hotel: T84 }
enum T120 { Ant { india: f64 }, Beetle, Crocodile(T106), Dog(Vec<u8>, T95) }
#[serde(deny_unknown_fields)] struct T121 { juliet: T87, kilo: T104 }
struct T122 { #[serde(rename = "$label")] lima: u8, mike: Word, november: Vec<T84> }
#[serde(tag = "kind")] enum T123 { Ant { #[serde(rename = "größe")] oscar: char }, Beetle, Crocodile(T87) }
struct T124 { #[serde(flatten)] papa: T106, quebec: Vec<BTreeMap<String, String>>, #[serde(rename = "Upper")] romeo: Vec<T98> }
struct T125 { #[serde(with = "serde_hcl::blocks", default)] sierra: Vec<T93>, #[serde(rename = "größe")] tango: Word, uniform: T95 }
#[serde(tag = "sort", content = "content")] enum T126 { Ant { victor: T106, whiskey: T89 }, Beetle, Crocodile((T90, Vec<f64>)), Dog(T89, Option<u8>) }
struct T127 { #[serde(with = "serde_hcl::labeled_blocks", default)] xray: BTreeMap<String, T104>, yankee: T103 }
#[serde(deny_unknown_fields)] struct T128 { #[serde(rename = "dash-ed")] zulu: (BTreeMap<String, Even>, Vec<Address>) }
#[serde(untagged)] enum T129 { Ant { alpha: T94 }, Beetle(u8), Crocodile(Vec<u8>) }
struct T130 { #[serde(rename = "$label")] bravo: u8, #[serde(rename = "$label.1")] charlie: String, #[serde(default)] delta: BTreeMap<String, (i64, Counted)>, echo: Address }
struct T131 { #[serde(default)] foxtrot: Vec<Labeled<(String, u8), T102>>, golf: Word }
struct T132 { hotel: Vec<Option<f64>>, india: (Vec<f64>, (i64, f64)), #[serde(flatten)] juliet: BTreeMap<String, u8> }
#[serde(tag = "$label")] enum T133 { Ant { kilo: T111, lima: Word }, Beetle, Crocodile(T84) }
struct T134 { #[serde(rename = "$labels")] mike: Vec<String>, #[serde(rename = "größe")] november: T101, oscar: T93, papa: T102 }
struct T135 { quebec: Vec<(Counted, Address)> }
struct T136 { romeo: BTreeMap<String, T92> }
enum T137 { Ant { #[serde(default)] sierra: char }, Beetle, Crocodile((T86, (char, Word))), Dog(Counted, T89) }
#[serde(deny_unknown_fields)] struct T138 { tango: (Vec<char>, Even), uniform: Vec<Option<Counted>> }
struct T139 { #[serde(rename = "$label")] victor: u8, whiskey: Vec<i64>, xray: T96 }
#[serde(tag = "kind")] enum T140 { Ant { yankee: Word, zulu: (u8, char) }, Beetle, Crocodile(T128) }
struct T141 { #[serde(flatten)] alpha: T135, bravo: T115, charlie: ((bool, Address), T128), delta: T134 }
struct T142 { #[serde(with = "serde_hcl::blocks", default)] echo: Option<T119>, #[serde(rename = "Upper", default)] foxtrot: BTreeMap<String, (Address, char)>, golf: T127, #[serde(default)] hotel: BTreeMap<String, BTreeMap<String, f64>> }
#[serde(tag = "sort", content = "content")] enum T143 { Ant { india: Vec<String>, juliet: Vec<Even> }, Beetle, Crocodile(T138), Dog(Word, bool) }
struct T144 { #[serde(rename = "Upper", with = "serde_hcl::labeled_blocks", default)] kilo: BTreeMap<String, T125>, lima: T114 }
#[serde(deny_unknown_fields)] struct T145 { mike: Vec<(Word, Word)>, november: T132 }
#[serde(untagged)] enum T146 { Ant { oscar: T135, #[serde(default)] papa: BTreeMap<String, char> }, Beetle(bool), Crocodile(Vec<u8>) }
struct T147 { #[serde(rename = "$label")] quebec: String, #[serde(rename = "$label.1")] romeo: u8, sierra: T125, tango: BTreeMap<String, Vec<bool>>, #[serde(rename = "Upper")] uniform: T126 }
struct T148 { #[serde(default)] victor: Vec<Labeled<String, T132>>, whiskey: bool, xray: u8, yankee: T114 }
struct T149 { zulu: T112, alpha: Option<(char, Even)>, #[serde(flatten)] bravo: BTreeMap<String, String> }
#[serde(tag = "$label")] enum T150 { Ant { charlie: T116, delta: T136 }, Beetle, Crocodile(T118) }
struct T151 { #[serde(rename = "$labels")] echo: (String, u8), #[serde(default)] foxtrot: Even, golf: T118 }
struct T152 { hotel: Vec<T135>, #[serde(default)] india: Word, juliet: T130 }
struct T153 { kilo: Vec<Option<Address>> }
enum T154 { Ant { lima: T138 }, Beetle, Crocodile(T115), Dog(BTreeMap<String, u8>, T128) }
#[serde(deny_unknown_fields)] struct T155 { mike: T121, november: T113, oscar: T138 }
struct T156 { #[serde(rename = "$label")] papa: u8, quebec: Option<Vec<f64>>, #[serde(default)] romeo: Option<T118> }
#[serde(tag = "kind")] enum T157 { Ant { sierra: f64, tango: (Counted, Even) }, Beetle, Crocodile(T138) }
struct T158 { #[serde(flatten)] uniform: T123, victor: T139, whiskey: T119 }
struct T159 { #[serde(with = "serde_hcl::blocks", default)] xray: Vec<T124>, yankee: Vec<T129>, zulu: BTreeMap<String, Vec<Even>> }
#[serde(tag = "sort", content = "content")] enum T160 { Ant { alpha: T128, bravo: u8 }, Beetle, Crocodile(T112), Dog(Vec<f64>, T126) }
struct T161 { #[serde(with = "serde_hcl::labeled_blocks", default)] charlie: BTreeMap<String, T138>, delta: T116 }
#[serde(deny_unknown_fields)] struct T162 { echo: T138 }
#[serde(untagged)] enum T163 { Ant { foxtrot: T136, golf: Even }, Beetle(u8), Crocodile(Vec<u8>) }
struct T164 { #[serde(rename = "$label")] hotel: u8, #[serde(rename = "$label.1")] india: String, #[serde(rename = "under_score")] juliet: T135 }
struct T165 { #[serde(default)] kilo: Vec<Labeled<u8, T118>>, lima: T121 }
struct T166 { #[serde(rename = "名前")] mike: bool, november: T119, #[serde(flatten)] oscar: BTreeMap<String, String> }
#[serde(tag = "$label")] enum T167 { Ant { papa: Option<Address> }, Beetle, Crocodile(T131) }
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
T135,
T136,
Vec<T137>,
T138,
T141,
T142,
T144,
T145,
T148,
T149,
T152,
T153,
Vec<T154>,
T155,
T158,
T159,
T161,
T162,
T165,
T166,
}
