//! The page's types are those of the API: `web/api-types.d.ts` is written from the description, never by hand.

mod typescript;

use std::path::Path;

#[test]
fn the_types_of_the_page_are_those_of_the_api() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/api-types.d.ts");
    let types = typescript::types(&server::openapi());
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, &types).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == types,
        "web/api-types.d.ts is out of date; write it anew with: UPDATE=1 cargo test -p server --test page_types"
    );
}
