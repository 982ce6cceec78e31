//! Bytes for generated cases.

/// Returns pseudorandom bytes (SplitMix64), at least `words` words of eight bytes. They are the
/// same each time for the same case.
pub fn bytes(case: u64, words: u64) -> Vec<u8> {
    let word = |index: u64| {
        let mut word = (case << 8 | index).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ word >> 31
    };
    (0..words + case % 16).flat_map(|index| word(index).to_le_bytes()).collect()
}
