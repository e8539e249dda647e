import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { id } from "./fixtures/bare-agent";
import { isClosed, openTools, paging, press, save, sums } from "./fixtures/open-tools";

afterEach(() => vi.unstubAllGlobals());

describe("other tools", () => {
  it("say of each whether it is a stub or a server, and are removed one at a time", async () => {
    const { sent, user } = openTools({ tools: [paging, { ...paging, name: "ask", result: null }, sums] });
    const list = within(screen.getByRole("region", { name: "Other tools" }));
    expect(list.getByText("3 entries")).toBeVisible();
    expect(list.getAllByRole("listitem").map((row) => row.textContent)).toEqual([
      "page_ownerPages the owner.stub, saved result",
      "askPages the owner.stub, typed result",
      "Sumshttps://mcp.test/mcpMCP server",
    ]);
    await user.click(list.getByRole("button", { name: "Remove ask" }));
    await waitFor(() => expect(list.getAllByRole("listitem")).toHaveLength(2));
    expect(sent).toEqual([{ baseRevision: 4, tools: [paging, sums] }]);
  });

  it("are for admins to change, and others are told so", async () => {
    const { sent, user } = openTools({ tools: [paging] }, { role: "author" });
    const add = screen.getByRole("button", { name: "Add stub" });
    expect(add).toHaveAccessibleDescription(/Your role here is author; this needs admin or above/);
    await user.click(add);
    await user.click(screen.getByRole("button", { name: "Remove page_owner" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(sent).toEqual([]);
  });
});

describe("a stub", () => {
  it("is added with its schema and its result", async () => {
    const { sent, user } = openTools({});
    const dialog = await press(user, "Add stub");
    await user.type(dialog.getByLabelText("Name"), "page_owner");
    await user.type(dialog.getByLabelText("Result"), "paged");
    await user.click(save(dialog));
    await isClosed();
    const inputSchema = { type: "object", properties: {}, additionalProperties: true };
    const stub = { kind: "stub", name: "page_owner", description: "", inputSchema, result: "paged" };
    expect(sent).toEqual([{ baseRevision: 4, tools: [stub] }]);
  });

  it("is changed in its place, and may leave its result to a person", async () => {
    const { sent, user } = openTools({ tools: [paging, sums] });
    const dialog = await press(user, "Edit page_owner");
    await user.click(dialog.getByRole("checkbox", { name: /A person types the result/ }));
    await user.click(save(dialog));
    await isClosed();
    expect(sent[0]?.tools).toEqual([{ ...paging, result: null }, sums]);
  });

  it("is not saved under the name of a host's own tool, nor with a schema that is none", async () => {
    const { sent, user } = openTools({});
    const dialog = await press(user, "Add stub");
    await user.type(dialog.getByLabelText("Name"), "load_skill");
    expect(dialog.getByText(/this one would hide it/)).toBeVisible();
    await user.click(save(dialog));
    expect(save(dialog)).toHaveAccessibleDescription("Choose a name that no host gives to its own tools.");
    await user.clear(dialog.getByLabelText("Name"));
    await user.type(dialog.getByLabelText("Name"), "look");
    await user.type(dialog.getByLabelText("Input, as JSON Schema"), "x");
    expect(save(dialog)).toHaveAccessibleDescription("Its input schema is not right yet.");
    expect(sent).toEqual([]);
  });
});

describe("an MCP server", () => {
  it("is added with several headers", async () => {
    const { sent, user } = openTools({});
    const dialog = await press(user, "Add MCP server");
    await user.type(dialog.getByLabelText("Name"), "Sums");
    await user.type(dialog.getByLabelText("URL"), "https://mcp.test/mcp");
    for (const [place, name] of ["authorization", "x-team"].entries()) {
      await user.click(dialog.getByRole("button", { name: "Add header" }));
      await user.type(dialog.getByLabelText(`Name of header ${place + 1}`), name);
      expect(save(dialog)).toHaveAccessibleDescription(`Type the value of ${name}.`);
      await user.type(dialog.getByLabelText(`Value of header ${place + 1}`), `value ${place}`);
    }
    await user.click(save(dialog));
    await isClosed();
    const headers = [
      { name: "authorization", value: "value 0" },
      { name: "x-team", value: "value 1" },
    ];
    expect(sent[0]?.tools).toMatchObject([{ kind: "mcp", name: "Sums", headers }]);
  });

  it("keeps the values that are stored, and loses the header that is taken away", async () => {
    const { sent, user } = openTools({ tools: [sums] });
    const dialog = await press(user, "Edit Sums");
    expect(dialog.getByLabelText("Value of header 1")).toHaveAttribute(
      "placeholder",
      "Stored; type to replace",
    );
    await user.click(dialog.getByRole("button", { name: "Remove header 2" }));
    await user.click(save(dialog));
    await isClosed();
    expect(sent[0]?.tools).toEqual([{ ...sums, headers: [{ name: "authorization" }] }]);
  });

  it("has each header once, and at most eight", async () => {
    const eight = Array.from({ length: 8 }, (_, number) => ({ name: `x-${number}` }));
    const { user } = openTools({ tools: [{ ...sums, headers: eight }] });
    const dialog = await press(user, "Edit Sums");
    expect(dialog.getByRole("button", { name: "Add header" })).toHaveAccessibleDescription(
      "At most 8 headers.",
    );
    await user.clear(dialog.getByLabelText("Name of header 2"));
    await user.type(dialog.getByLabelText("Name of header 2"), "X-0");
    await user.type(dialog.getByLabelText("Value of header 2"), "v");
    expect(save(dialog)).toHaveAccessibleDescription("The header x-0 is there twice.");
  });

  it("is asked for its tools with the headers as they are typed", async () => {
    const tools = [{ name: "add", description: "Adds." }];
    const { tried, user } = openTools({ tools: [sums] }, { report: { error: null, tools } });
    const dialog = await press(user, "Edit Sums");
    await user.click(dialog.getByRole("button", { name: "List its tools" }));
    expect(await dialog.findByText("1 tool")).toBeVisible();
    expect(tried).toEqual([{ id, url: sums.url, headers: sums.headers }]);
  });

  it("that cannot be asked says why", async () => {
    const { user } = openTools({ tools: [sums] }, { report: { error: "It answers 401.", tools: [] } });
    const dialog = await press(user, "Edit Sums");
    await user.click(dialog.getByRole("button", { name: "List its tools" }));
    expect(await dialog.findByText("It answers 401.")).toBeVisible();
  });

  it("that is refused keeps its dialog, with what was typed", async () => {
    const { sent, user } = openTools({ tools: [sums] }, { refusal: "Private addresses are not reached." });
    const dialog = await press(user, "Edit Sums");
    await user.clear(dialog.getByLabelText("URL"));
    await user.type(dialog.getByLabelText("URL"), "http://10.0.0.1/mcp");
    await user.click(save(dialog));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(dialog.getByLabelText("URL")).toHaveValue("http://10.0.0.1/mcp");
  });
});
