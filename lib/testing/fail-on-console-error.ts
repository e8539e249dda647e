import { format } from "node:util";
import { afterEach, beforeEach } from "vitest";

// React and many libraries report real mistakes only here. A test that expects one replaces console.error itself.
const original = console.error;
let reported: string[] = [];

beforeEach(() => {
  reported = [];
  console.error = (...parts: unknown[]) => {
    reported.push(format(...parts));
  };
});

afterEach(() => {
  console.error = original;
  if (reported.length > 0) throw new Error(`console.error was called:\n${reported.join("\n")}`);
});
