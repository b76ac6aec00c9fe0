//! Loads what the page's address and the page itself name.

use super::{use_address, use_library};
use crate::fetching;
use crate::route::{Address, Page};
use gloo::utils::{document, window};
use std::collections::BTreeSet;
use yew::{hook, use_effect_with, use_mut_ref};

/// Loads the files of the address's `src`, and those of the listing that the page names in
/// `<meta name="loopledger-listing" content="…">`.
///
/// An address that names no page leads to the report of a listing. Addresses that come into `src`
/// later are added; those that leave it stay loaded.
#[hook]
pub fn use_sources() {
    let address = use_address();
    let library = use_library();
    // Each is asked for once, whatever else changes in the address.
    let known = use_mut_ref(BTreeSet::<String>::new);
    let is_first = use_mut_ref(|| true);
    let sources: Vec<String> = address
        .address()
        .query
        .all("src")
        .map(str::to_owned)
        .collect();
    use_effect_with(sources, move |sources| {
        let listing = std::mem::replace(&mut *is_first.borrow_mut(), false)
            .then(listing_address)
            .flatten();
        let names_page = Address::names_page(&window().location().hash().unwrap_or_default());
        if listing.is_some() && !names_page {
            address.replace(&address.now().to_page(Page::Report));
        }
        let listing = listing.map(|text| fetching::wanted(&text)).transpose();
        let files: Vec<_> = sources
            .iter()
            .filter(|text| known.borrow_mut().insert((*text).clone()))
            .map(|text| fetching::wanted(text))
            .collect();
        let (files, mut errors) = split(files);
        let listing = listing.unwrap_or_else(|error| {
            errors.push(error);
            None
        });
        if !errors.is_empty() {
            library.fail(errors);
        } else if listing.is_some() || !files.is_empty() {
            // What became of it is said on the page.
            drop(library.fetch(listing, files));
        }
    });
}

fn split<T, E>(results: Vec<Result<T, E>>) -> (Vec<T>, Vec<E>) {
    let (mut values, mut errors) = (Vec::new(), Vec::new());
    for result in results {
        match result {
            Ok(value) => values.push(value),
            Err(error) => errors.push(error),
        }
    }
    (values, errors)
}

fn listing_address() -> Option<String> {
    document()
        .query_selector("meta[name=loopledger-listing]")
        .ok()
        .flatten()?
        .get_attribute("content")
        .filter(|text| !text.is_empty())
}
