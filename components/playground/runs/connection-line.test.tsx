import { act, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { ConnectionLine } from "./connection-line";

afterEach(() => vi.restoreAllMocks());

it("says that one is offline, where a message waits to be sent, and nothing once that is over", () => {
  render(<ConnectionLine waiting={false} />);
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
  const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  act(() => window.dispatchEvent(new Event("offline")));
  expect(screen.getByRole("status")).toHaveTextContent(
    "You are offline. What you send goes out once you are back",
  );
  onLine.mockReturnValue(true);
  act(() => window.dispatchEvent(new Event("online")));
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
});
