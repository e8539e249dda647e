// Draws the icons and the social picture from public/icons/icon.svg, in the browser that the journeys use. Run by hand when the drawing changes: node scripts/draw-icons.mjs
import fs from "node:fs";
import { chromium } from "@playwright/test";
import { inProject } from "./paths.mjs";

const drawing = fs.readFileSync(inProject("public/icons/icon.svg"), "utf8");
const font = fs.readFileSync(inProject("node_modules/geist/dist/fonts/geist-sans/Geist-Variable.woff2"));
const green = "#0d6846";

/** Systems round or cut these themselves, so the ground goes to the edge and the sign keeps to the safe middle. */
const full = (size, share) => page(size, size, `background:${green}`, mark(Math.round(size * share), "0"));
const plain = (size) => page(size, size, "", mark(size));
const mark = (size, radius) =>
  `<div style="width:${size}px;height:${size}px">${drawing.replace("<svg ", `<svg width="${size}" height="${size}" `).replace('rx="3.5"', radius ? `rx="${radius}"` : 'rx="3.5"')}</div>`;

const page = (width, height, style, body) => ({
  width,
  height,
  html: `<style>@font-face{font-family:Geist;src:url(data:font/woff2;base64,${font.toString("base64")});font-weight:100 900}
    *{margin:0}body{width:${width}px;height:${height}px;display:grid;place-items:center;font-family:Geist;${style}}</style>${body}`,
});

const social = page(
  1200,
  630,
  "background:#fafafa;color:#18181b;justify-items:start;align-content:center;padding-left:96px;box-sizing:border-box;gap:36px",
  `${mark(112)}<h1 style="font-size:84px;letter-spacing:-0.03em">Greenroom</h1>
   <p style="font-size:38px;color:#46464e;max-width:960px;line-height:1.35">Write Agent Skills, assign them to agents, rehearse them, review them, ship them.</p>`,
);

const pictures = {
  "icons/icon-192.png": plain(192),
  "icons/icon-512.png": plain(512),
  "icons/icon-maskable-512.png": full(512, 0.8),
  "apple-touch-icon.png": full(180, 0.86),
  "social.png": social,
};

const browser = await chromium.launch({
  executablePath: process.env.PLAYWRIGHT_CHROMIUM_PATH ?? "/usr/bin/chromium",
  args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
});

async function draw({ width, height, html }) {
  const tab = await browser.newPage({ viewport: { width, height } });
  await tab.setContent(html);
  await tab.evaluate(() => document.fonts.ready);
  const png = await tab.screenshot({ omitBackground: true });
  await tab.close();
  return png;
}

for (const [name, picture] of Object.entries(pictures)) {
  fs.writeFileSync(inProject("public", name), await draw(picture));
}
fs.writeFileSync(inProject("public/favicon.ico"), toIco(await draw(plain(32)), 32));
await browser.close();

/** An .ico of one picture: its directory, then the PNG as it is. */
function toIco(png, size) {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}
