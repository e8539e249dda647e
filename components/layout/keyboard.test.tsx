import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { KeyList } from "./key-list";
import { setSingleKeys, useShortcut } from "./keyboard";

type KeysProps = {
  keys: string;
  run: () => void;
  enabled?: boolean;
  inInputs?: boolean;
  when?: (event: KeyboardEvent) => boolean;
};

function Keys({ keys, run, ...options }: KeysProps) {
  useShortcut(keys, `Runs on ${keys}`, run, options);
  return <input aria-label="Text" />;
}

afterEach(() => localStorage.clear());

describe("useShortcut", () => {
  it("runs on its key, and rests while somebody types", async () => {
    const run = vi.fn();
    render(<Keys keys="c" run={run} />);
    await userEvent.keyboard("c");
    expect(run).toHaveBeenCalledOnce();
    await userEvent.type(screen.getByRole("textbox"), "c");
    expect(run).toHaveBeenCalledOnce();
    expect(screen.getByRole("textbox")).toHaveValue("c");
  });

  it("runs combinations with mod while typing too", async () => {
    const run = vi.fn();
    render(<Keys keys="mod+s" run={run} />);
    await userEvent.type(screen.getByRole("textbox"), "{Control>}s{/Control}");
    expect(run).toHaveBeenCalledOnce();
  });

  it("sends nothing of the page's from inside a dialog, where saving and searching still work", async () => {
    const send = vi.fn();
    const search = vi.fn();
    render(
      <>
        <Keys keys="mod+enter" run={send} inInputs />
        <div role="dialog">
          <Keys keys="mod+k" run={search} />
        </div>
      </>,
    );
    const [page, dialog] = screen.getAllByRole("textbox");
    await userEvent.type(dialog ?? document.body, "{Control>}{Enter}k{/Control}");
    expect([send, search].map((run) => run.mock.calls.length)).toEqual([0, 1]);
    await userEvent.type(page ?? document.body, "{Control>}{Enter}{/Control}");
    expect(send).toHaveBeenCalledOnce();
  });

  it("leaves a key to the browser where it is not meant", async () => {
    const run = vi.fn();
    render(<Keys keys="mod+a" run={run} when={({ target }) => target === document.body} />);
    const pressed: boolean[] = [];
    const note = ({ defaultPrevented }: Event) => pressed.push(defaultPrevented);
    addEventListener("keydown", note);
    await userEvent.type(screen.getByRole("textbox"), "{Control>}a{/Control}");
    expect(run).not.toHaveBeenCalled();
    expect(pressed).not.toContain(true);
    screen.getByRole("textbox").blur();
    await userEvent.keyboard("{Control>}a{/Control}");
    removeEventListener("keydown", note);
    expect(run).toHaveBeenCalledOnce();
  });

  it("runs a sequence", async () => {
    const run = vi.fn();
    render(<Keys keys="g s" run={run} />);
    await userEvent.keyboard("s");
    expect(run).not.toHaveBeenCalled();
    await userEvent.keyboard("gs");
    expect(run).toHaveBeenCalledOnce();
  });

  it("lets a sequence win over its last key alone, whichever came later", async () => {
    const room = vi.fn();
    const act = vi.fn();
    render(
      <>
        <Keys keys="g r" run={room} />
        <Keys keys="r" run={act} />
      </>,
    );
    await userEvent.keyboard("gr");
    expect([room, act].map((run) => run.mock.calls.length)).toEqual([1, 0]);
    await userEvent.keyboard("r");
    expect([room, act].map((run) => run.mock.calls.length)).toEqual([1, 1]);
  });

  it("lets the latest registration win, and gives the key back when it goes", async () => {
    const page = vi.fn();
    const pane = vi.fn();
    const { rerender } = render(
      <>
        <Keys keys="escape" run={page} />
        <Keys keys="escape" run={pane} enabled />
      </>,
    );
    await userEvent.keyboard("{Escape}");
    expect([page, pane].map((run) => run.mock.calls.length)).toEqual([0, 1]);
    rerender(
      <>
        <Keys keys="escape" run={page} />
        <Keys keys="escape" run={pane} enabled={false} />
      </>,
    );
    await userEvent.keyboard("{Escape}");
    expect([page, pane].map((run) => run.mock.calls.length)).toEqual([1, 1]);
  });

  it("rests without a modifier once single keys are switched off", async () => {
    const single = vi.fn();
    const combined = vi.fn();
    render(
      <>
        <Keys keys="c" run={single} />
        <Keys keys="mod+s" run={combined} />
      </>,
    );
    setSingleKeys(false);
    await userEvent.keyboard("c{Control>}s{/Control}");
    expect(single).not.toHaveBeenCalled();
    expect(combined).toHaveBeenCalledOnce();
  });
});

describe("KeyList", () => {
  it("lists the keys of what is on screen under ?, and the page's keys rest meanwhile", async () => {
    const run = vi.fn();
    render(
      <>
        <Keys keys="c" run={run} />
        <KeyList />
      </>,
    );
    await userEvent.keyboard("?");
    expect(await screen.findByRole("dialog", { name: "Keys on this page" })).toHaveTextContent("Runs on c");
    await userEvent.keyboard("c");
    expect(run).not.toHaveBeenCalled();
  });
});
