//! The two syntaxes. A type that exists in both contains a [`BySyntax`].

/// Something in the native syntax or in HCL JSON.
#[derive(Clone, Copy)]
pub(crate) enum BySyntax<N, J> {
    Native(N),
    Json(J),
}

impl<N: Iterator, J: Iterator<Item = N::Item>> Iterator for BySyntax<N, J> {
    type Item = N::Item;

    fn next(&mut self) -> Option<N::Item> {
        match self {
            Self::Native(native) => native.next(),
            Self::Json(json) => json.next(),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match self {
            Self::Native(native) => native.size_hint(),
            Self::Json(json) => json.size_hint(),
        }
    }

    /// Matches on the syntax once instead of for each item.
    fn fold<B, F: FnMut(B, N::Item) -> B>(self, start: B, step: F) -> B {
        match self {
            Self::Native(native) => native.fold(start, step),
            Self::Json(json) => json.fold(start, step),
        }
    }
}

impl<N: ExactSizeIterator, J: ExactSizeIterator<Item = N::Item>> ExactSizeIterator for BySyntax<N, J> {}
