/** The first that fits: browsers call themselves by the names of others as well. */
const programs: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bVersion\/[\d.]+.*\bSafari\//, "Safari"],
  [/^curl\//, "curl"],
];
const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];
const longestName = 40;

/** A User-Agent header in words: "Firefox on Linux"; what it begins with for a program nobody knows. */
export function deviceName(userAgent: string | null): string {
  const text = userAgent?.trim() ?? "";
  const find = (table: readonly [RegExp, string][]) => table.find(([pattern]) => pattern.test(text))?.[1];
  const [program, system] = [find(programs), find(systems)];
  if (program && system) return `${program} on ${system}`;
  const known = program ?? system;
  if (known) return known;
  const first = /^[\w.-]+/.exec(text)?.[0].slice(0, longestName);
  return first ?? "Unknown device";
}
