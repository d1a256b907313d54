/**
 * Style sheet of the HTML report of a backtest; blue and orange are distinguishable with every kind of colour vision.
 */
export const STYLE = `
:root{color-scheme:light dark;--page:#fff;--ink:#16191d;--dim:#5d6670;--rule:#e3e6ea;--line:#2456b8;--gain:#2a6fc9;--loss:#c9670f;--soft:#f4f6f8;--price:#8a949e;--up1:#dbe9fa;--up2:#b3d0f3;--up3:#82b1ea;--down1:#fbe6d2;--down2:#f5c796;--down3:#eaa35a}
@media(prefers-color-scheme:dark){:root{--page:#14171b;--ink:#e6e9ec;--dim:#98a2ad;--rule:#2b3138;--line:#7fb0f5;--gain:#6ba6f2;--loss:#f09a4a;--soft:#1b1f24;--price:#7b858f;--up1:#1c2f49;--up2:#234a7b;--up3:#2f67ae;--down1:#3b2815;--down2:#683f17;--down3:#97591a}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:15px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;font-variant-numeric:tabular-nums}
main{max-width:1040px;margin:0 auto;padding:32px 24px 64px}
h1{font-size:28px;line-height:1.2;margin:0 0 4px;font-weight:650}h1 span{color:var(--dim);font-weight:400}
h2{font-size:18px;margin:0 0 2px;font-weight:650}h3{font-size:13px;margin:0 0 4px;color:var(--dim);font-weight:600}
p{margin:0}.note{color:var(--dim);font-size:13px;overflow-wrap:anywhere}
.mode{display:inline-block;font-size:11px;font-weight:700;letter-spacing:.08em;color:var(--page);background:var(--dim);border-radius:4px;padding:2px 8px;margin-bottom:10px}
.doubts{margin:14px 0 0;padding:10px 14px 10px 30px;background:var(--soft);border-left:3px solid var(--loss);font-size:14px}
.key{display:grid;grid-template-columns:repeat(auto-fit,minmax(140px,1fr));margin:24px 0 0;border-top:1px solid var(--rule);border-bottom:1px solid var(--rule)}
.key div{padding:12px 12px 12px 0}.key dt{color:var(--dim);font-size:13px}.key dd{margin:0;font-size:22px;font-weight:600}.key dd.note{font-size:12px;font-weight:400;min-height:18px}
section{margin-top:36px}svg{display:block;width:100%;height:auto;margin-top:10px}
svg text{font-size:12px;fill:var(--dim)}svg .name{font-weight:600}svg .label{font-size:14px;fill:var(--ink)}
.grid{stroke:var(--rule)}.base{stroke:var(--dim);stroke-dasharray:3 3}.line{fill:none;stroke:var(--line);stroke-width:1.8;stroke-linejoin:round}.fall{fill:var(--loss);fill-opacity:.3;stroke:var(--loss)}.price{fill:none;stroke:var(--price);stroke-width:1}.mark{stroke:var(--ink)}
rect.gain{fill:var(--gain)}rect.loss{fill:var(--loss)}g.gain{fill:var(--gain);stroke:var(--gain)}g.loss{fill:var(--loss);stroke:var(--loss)}g line{stroke-width:1.5}
table{border-collapse:collapse;font-size:14px;margin-top:8px}th{text-align:left;font-weight:500}td{text-align:right}
.wide{overflow-x:auto}.wide svg{min-width:620px}.many path:not(.price){display:none}.many line,.many circle{opacity:.75}.months{width:100%}.months th{color:var(--dim);font-size:12px;padding:4px}.months thead th{text-align:right}.months td{padding:6px 4px;font-size:12px;white-space:nowrap;border:1px solid var(--page)}.total{font-weight:600}
.up1{background:var(--up1)}.up2{background:var(--up2)}.up3{background:var(--up3)}.down1{background:var(--down1)}.down2{background:var(--down2)}.down3{background:var(--down3)}.flat{background:var(--soft)}
.figures{width:100%}.figures tr,.counts tr,.proof tr{border-bottom:1px solid var(--rule)}.figures th,.counts th,.proof th{padding:4px 16px 4px 0}.figures td,.counts td{padding:4px 0}.figures td.note{line-height:1.3}
.columns{display:grid;grid-template-columns:repeat(auto-fit,minmax(220px,1fr));gap:32px;margin-top:10px}.counts{width:100%}
.proof td{text-align:left;padding:4px 0;overflow-wrap:anywhere;font-size:13px}.proof th{vertical-align:top}
@media print{main{max-width:none;padding:0}section{break-inside:avoid}}
`
