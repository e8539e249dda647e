import { act, renderHook } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { useKeptWords } from "./use-kept-words";

afterEach(() => sessionStorage.clear());
const open = (place: string) => renderHook(() => useKeptWords(place));

describe("useKeptWords", () => {
  it("gives words back when the page is opened again, each place its own, until they are sent", () => {
    const page = open("one");
    act(() => page.result.current[1]("Half a message"));
    page.unmount();
    expect(open("other").result.current[0]).toBe("");
    const again = open("one");
    expect(again.result.current[0]).toBe("Half a message");
    act(() => again.result.current[1](""));
    again.unmount();
    expect(open("one").result.current[0]).toBe("");
  });

  it("goes on when the tab cannot keep them", () => {
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    const { result } = open("one");
    act(() => result.current[1]("Long words"));
    expect(result.current[0]).toBe("Long words");
    vi.restoreAllMocks();
  });
});
