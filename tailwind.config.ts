import type { Config } from "tailwindcss";

const token = (name: string) => `var(--${name})`;
const tokens = (...names: string[]) => Object.fromEntries(names.map((name) => [name, token(name)]));

/** Utilities speak the tokens of app/globals.css: `bg-sunken`, `text-ink-2`, `h-row`. Colours are replaced, not extended: nothing else is a colour here. */
export default {
  content: [],
  darkMode: ["selector", '[data-theme="dark"]'],
  theme: {
    colors: {
      transparent: "transparent",
      current: "currentColor",
      bg: token("bg"),
      sunken: token("bg-sunken"),
      hover: token("bg-hover"),
      press: token("bg-press"),
      overlay: token("bg-overlay"),
      ...tokens("scrim", "line", "line-strong", "line-control", "ink", "ink-2", "ink-3", "ink-off"),
      ...tokens(
        "accent",
        "accent-hover",
        "accent-on",
        "accent-text",
        "accent-soft",
        "focus",
        "warn",
        "warn-soft",
      ),
      ...tokens("ev-catalogue", "ev-activated", "ev-already", "ev-resource", "ev-refused"),
      ...tokens(
        "ev-catalogue-soft",
        "ev-activated-soft",
        "ev-already-soft",
        "ev-resource-soft",
        "ev-refused-soft",
      ),
      // An error blocks like a refusal, and borrows its hue.
      danger: token("ev-refused"),
      "danger-soft": token("ev-refused-soft"),
      ...tokens(
        "fill-on",
        "fill-instructions",
        "fill-tools",
        "fill-catalogue",
        "fill-skill-1",
        "fill-skill-2",
      ),
      ...tokens("fill-resource", "fill-history", "fill-history-on"),
      ...tokens("add-bg", "add-word", "add-ink", "del-bg", "del-word", "del-ink"),
      ...tokens("sx-key", "sx-str", "sx-head", "sx-link", "sx-dim", "sx-fn"),
    },
    fontFamily: { sans: token("sans"), mono: token("mono") },
    fontSize: Object.fromEntries(
      ["11", "12", "13", "14", "16", "20"].map((size) => [
        size,
        [token(`t-${size}`), { lineHeight: token(`lh-${size}`) }],
      ]),
    ),
    borderRadius: { none: "0", 1: token("r-1"), 2: token("r-2"), 3: token("r-3"), full: "9999px" },
    boxShadow: { none: "none", overlay: token("shadow-overlay") },
    extend: {
      spacing: {
        top: token("h-top"),
        bar: token("h-bar"),
        row: token("h-row"),
        ctl: token("h-ctl"),
        field: token("h-field"),
        status: token("h-status"),
        rail: token("w-rail"),
        "rail-slim": token("w-rail-slim"),
      },
      transitionDuration: { DEFAULT: token("fast"), fast: token("fast") },
    },
  },
} satisfies Config;
