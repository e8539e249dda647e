import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { RelativeTime } from "./relative-time";

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const textOf = (element: React.ReactElement) => render(element).container.textContent;

it("is an age in a table, and reads as words in a sentence", () => {
  expect(textOf(<RelativeTime at={minutesAgo(4)} />)).toBe("4 min");
  expect(textOf(<RelativeTime at={minutesAgo(4)} ago />)).toBe("4 min ago");
});

it("says of what has just happened that it has, not that it happens now", () => {
  expect(textOf(<RelativeTime at={minutesAgo(0)} />)).toBe("now");
  expect(textOf(<RelativeTime at={minutesAgo(0)} ago />)).toBe("just now");
});

it("has the exact moment on hover and for machines", () => {
  const at = "2026-11-22T16:00:00.000Z";
  const { container } = render(<RelativeTime at={at} ago />);
  const time = container.querySelector("time");
  expect(time).toHaveAttribute("datetime", at);
  expect(time?.title).toMatch(/22 Nov 2026/);
});
