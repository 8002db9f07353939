//! The notice as headings and tables, for screens and screen readers.

use std::fmt::Write as _;

use crate::content::Sign;
use crate::layout::{FELT, HAIR, INK, MINT, MUTED, PALE};
use crate::svg::{escape, faces, hex};

/// The page; it prints on one sheet of 11 by 17 inches with the type size of the drawing.
pub(crate) fn write(sign: &Sign) -> String {
    let mut html = String::new();
    let title = escape(&format!("{}: {}", sign.house, sign.game));
    let _ = writeln!(
        html,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>\n{}\n{}</style>\n</head>\n<body>\n<main>",
        faces(),
        style(sign)
    );
    let _ = writeln!(
        html,
        "<header>\n<p class=\"house\">{}</p>\n<h1>{}</h1>\n<p class=\"limit\">{}</p>\n</header>",
        escape(&sign.house),
        escape(&sign.game),
        escape(&sign.limit)
    );
    let _ =
        writeln!(html, "<section class=\"fees\">\n<h2>Collection</h2>\n<p>{}</p>", escape(&sign.collection));
    html.push_str("<div class=\"groups\">\n");
    for group in &sign.fees {
        table(&mut html, Some(&group.title), &group.rows);
    }
    let many = if sign.pays.len() > 1 { " many" } else { "" };
    let _ = writeln!(html, "</div>\n</section>\n<div class=\"pays{many}\">");
    for pays in &sign.pays {
        let _ = writeln!(html, "<section>\n<h2>{}</h2>", escape(&pays.title));
        table(&mut html, None, &pays.rows);
        html.push_str("</section>\n");
    }
    html.push_str("</div>\n");
    if let Some(notice) = sign.player_dealer {
        let _ = writeln!(html, "<p class=\"notice\">{}</p>", escape(notice));
    }
    let _ = writeln!(
        html,
        "<footer>\n<p class=\"loud\"><span>{}</span> <a href=\"tel:+18004262537\">{}</a></p>\n\
         <p>{} {}</p>\n<p>{}</p>\n</footer>\n</main>\n</body>\n</html>",
        Sign::AGE,
        Sign::HELP_LINE,
        Sign::HELP,
        Sign::HELP_LINE,
        escape(&sign.filed())
    );
    html
}

fn table(html: &mut String, title: Option<&str>, rows: &[(String, String)]) {
    html.push_str("<table>\n");
    if let Some(title) = title {
        let _ = writeln!(html, "<caption>{}</caption>", escape(title));
    }
    for (what, amount) in rows {
        let _ = writeln!(html, "<tr><th scope=\"row\">{}</th><td>{}</td></tr>", escape(what), escape(amount));
    }
    html.push_str("</table>\n");
}

fn style(sign: &Sign) -> String {
    let size = sign.page().type_size;
    // A browser breaks lines a little later than the drawing does; this keeps the print on one sheet.
    let print = (size * 0.94).max(crate::LEAST_TYPE);
    let (ink, muted, felt, pale, hair, mint) =
        (hex(INK), hex(MUTED), hex(FELT), hex(PALE), hex(HAIR), hex(MINT));
    format!(
        "@page {{ size: 11in 17in; margin: 0; }}
* {{ box-sizing: border-box; margin: 0; }}
body {{ font: {size}pt/1.3 Notice, sans-serif; color: {ink}; background: #fff; }}
main {{ max-width: 11in; min-height: 17in; margin: 0 auto; display: flex; flex-direction: column; }}
header {{ background: {felt}; color: #fff; padding: 36pt 54pt 28pt; }}
header .house {{ color: {mint}; font-size: 26pt; font-weight: 700; }}
h1 {{ font-size: clamp(34pt, 7vw, 54pt); font-weight: 800; line-height: 1.06; margin: 10pt 0; }}
header .limit {{ color: {mint}; font-size: 36pt; font-weight: 700; line-height: 1.2; }}
section {{ padding: 18pt 54pt 0; }}
h2 {{ color: {felt}; font-size: 1.15em; font-weight: 800; margin-bottom: 4pt; }}
section p {{ color: {muted}; font-size: 20pt; margin-bottom: 6pt; }}
table {{ width: 100%; border-collapse: collapse; margin-bottom: 6pt; }}
caption {{ text-align: left; font-weight: 700; font-size: 0.9em; padding: 4pt 0; }}
th, td {{ border-top: 1.2pt solid {hair}; padding: 3pt 0; vertical-align: top; }}
th {{ text-align: left; font-weight: 400; }}
td {{ text-align: right; font-weight: 700; white-space: nowrap; padding-left: 12pt; }}
.groups {{ display: grid; grid-template-columns: repeat(auto-fit, minmax(300pt, 1fr)); column-gap: 40pt;
  align-items: start; }}
.pays {{ padding: 0 54pt; }}
.pays.many {{ columns: 2 300pt; column-gap: 40pt; }}
.pays section {{ padding: 18pt 0 0; break-inside: avoid; }}
.notice {{ margin: 18pt 54pt; padding: 16pt 20pt; background: {pale}; border-left: 6pt solid {felt};
  color: {felt}; font-weight: 700; }}
footer {{ margin-top: auto; background: {ink}; color: {mint}; padding: 20pt 54pt 24pt; font-size: 18pt; }}
footer .loud {{ display: flex; justify-content: space-between; flex-wrap: wrap; font-size: 34pt;
  font-weight: 800; color: #fff; }}
footer a {{ color: inherit; text-decoration: none; }}
@media print {{ body {{ font-size: {print}pt; -webkit-print-color-adjust: exact; print-color-adjust: exact; }} }}
"
    )
}
