import { act, render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { browserSetting, useBrowserSetting } from "./browser-setting";

const setting = browserSetting("greenroom-test-setting");
const Shown = () => <p>{useBrowserSetting(setting) ?? "none"}</p>;

beforeEach(() => localStorage.clear());

describe("browserSetting", () => {
  it("tells everything that shows it of a change, and forgets", () => {
    render(
      <>
        <Shown />
        <Shown />
      </>,
    );
    expect(screen.getAllByText("none")).toHaveLength(2);
    act(() => setting.set("wide"));
    expect(screen.getAllByText("wide")).toHaveLength(2);
    expect(localStorage.getItem("greenroom-test-setting")).toBe("wide");
    act(() => setting.set(null));
    expect(screen.getAllByText("none")).toHaveLength(2);
  });

  it("follows another tab, and is not told of other settings", () => {
    const listener = vi.fn();
    const stop = setting.subscribe(listener);
    window.dispatchEvent(new StorageEvent("storage", { key: "something-else" }));
    expect(listener).not.toHaveBeenCalled();
    window.dispatchEvent(new StorageEvent("storage", { key: "greenroom-test-setting" }));
    window.dispatchEvent(new StorageEvent("storage", { key: null }));
    expect(listener).toHaveBeenCalledTimes(2);
    stop();
    window.dispatchEvent(new StorageEvent("storage", { key: null }));
    expect(listener).toHaveBeenCalledTimes(2);
  });
});
