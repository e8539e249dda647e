import { fireEvent, render, screen } from "@testing-library/react";
import { useRef } from "react";
import { expect, it } from "vitest";
import { useScrollEdges } from "./use-scroll-edges";

function Line() {
  const box = useRef<HTMLDivElement>(null);
  const { cut, look } = useScrollEdges(box);
  return (
    <div ref={box} onScroll={look} data-testid="line">
      {cut ?? "whole"}
    </div>
  );
}

/** As wide as a browser would find it, and scrolled so far. */
function measure(box: HTMLElement, scrollWidth: number, clientWidth: number, scrollLeft: number) {
  for (const [name, value] of Object.entries({ scrollWidth, clientWidth, scrollLeft }))
    Object.defineProperty(box, name, { value, configurable: true });
  fireEvent.scroll(box);
}

it("says at which of its edges a line goes on", () => {
  render(<Line />);
  const line = screen.getByTestId("line");
  expect(line).toHaveTextContent("whole");
  measure(line, 600, 390, 0);
  expect(line).toHaveTextContent("right");
  measure(line, 600, 390, 100);
  expect(line).toHaveTextContent("both");
  measure(line, 600, 390, 209.5);
  expect(line).toHaveTextContent("left");
});

it("looks again when the window has another size", () => {
  render(<Line />);
  const line = screen.getByTestId("line");
  Object.defineProperty(line, "scrollWidth", { value: 600, configurable: true });
  fireEvent(window, new Event("resize"));
  expect(line).toHaveTextContent("right");
});
