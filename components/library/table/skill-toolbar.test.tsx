import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useCallback, useState } from "react";
import { describe, expect, it, vi } from "vitest";
import {
  readSkillFilters,
  type SkillFilters,
  unfiltered,
  writeSkillFilters,
} from "@/components/data/skill-filters";
import { NamePattern } from "../dialogs/name-pattern";
import { SkillToolbar } from "./skill-toolbar";

const onLeave = vi.fn();

function Bar({ address }: { address: string }) {
  const [filters, setFilters] = useState<SkillFilters>(() =>
    readSkillFilters(Object.fromEntries(new URLSearchParams(address))),
  );
  const onPattern = useCallback(
    (name: string) => setFilters((held) => ({ ...held, name: name === "" ? undefined : name })),
    [],
  );
  return (
    <>
      <output>{writeSkillFilters(filters)}</output>
      <SkillToolbar
        search={<span />}
        namePattern={<NamePattern pattern={filters.name ?? ""} onPattern={onPattern} onLeave={onLeave} />}
        filters={filters}
        onFilters={setFilters}
        onShowAll={() => setFilters(unfiltered(filters))}
        agents={[]}
        total={3}
        choices={{}}
        onColumn={() => undefined}
        onResetColumns={() => undefined}
      />
    </>
  );
}
const address = async (text: string) =>
  vi.waitFor(() => expect(screen.getAllByRole("status")[0]?.textContent).toBe(text));
const pattern = () => screen.getByRole("textbox", { name: "Name pattern" });

describe("the library's filter bar", () => {
  it("narrows by source with the keyboard alone, and says which", async () => {
    render(<Bar address="" />);
    screen.getByRole("button", { name: /^Source/ }).focus();
    await userEvent.keyboard("{Enter}");
    await screen.findByRole("menuitemradio", { name: "Imported" });
    await userEvent.keyboard("imp");
    await vi.waitFor(() => expect(screen.getByRole("menuitemradio", { name: "Imported" })).toHaveFocus());
    await userEvent.keyboard("{Enter}");
    await address("?source=imported");
    expect(screen.getByRole("button", { name: /^Source\s*Imported$/ })).toBeInTheDocument();
  });

  it("offers what people tell apart", async () => {
    render(<Bar address="" />);
    await userEvent.click(screen.getByRole("button", { name: /^Source/ }));
    const options = await screen.findAllByRole("menuitemradio");
    expect(options.map(({ textContent }) => textContent)).toEqual([
      "Any",
      "Written here",
      "Imported",
      "Read from a directory",
      "Shared by another workspace",
    ]);
  });

  it("narrows by proof with the keyboard alone, and says which", async () => {
    render(<Bar address="" />);
    screen.getByRole("button", { name: /^Proof\s*Any$/ }).focus();
    await userEvent.keyboard("{Enter}");
    const options = await screen.findAllByRole("menuitemradio");
    expect(options.map(({ textContent }) => textContent)).toEqual([
      "Any",
      "Proven",
      "Not shown",
      "Worse or below the floor",
      "Not run on current bytes",
      "No cases",
    ]);
    await userEvent.keyboard("wor");
    await vi.waitFor(() =>
      expect(screen.getByRole("menuitemradio", { name: "Worse or below the floor" })).toHaveFocus(),
    );
    await userEvent.keyboard("{Enter}");
    await address("?proof=worse");
    expect(screen.getByRole("button", { name: /^Proof\s*Worse or below the floor$/ })).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Clear" }));
    await address("");
  });

  it("asks for a name's pattern when the typing pauses, and leaves the field for the list", async () => {
    render(<Bar address="" />);
    await userEvent.type(pattern(), "pdf-*");
    await address("?name=pdf-*");
    await userEvent.keyboard("{ArrowDown}");
    expect(onLeave).toHaveBeenCalledTimes(1);
    await userEvent.keyboard("{Escape}");
    await address("");
  });

  it("shows what the address says, and everything after Clear", async () => {
    render(<Bar address="source=directory&name=a*" />);
    expect(pattern()).toHaveValue("a*");
    await userEvent.click(screen.getByRole("button", { name: "Clear" }));
    await address("");
    expect(pattern()).toHaveValue("");
    expect(screen.queryByRole("button", { name: "Clear" })).toBeNull();
  });
});
