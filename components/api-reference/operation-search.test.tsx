import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { ApiReferencePage } from "./api-reference-page";
import { openApiSchema } from "./operations";

const answer = { 200: { description: "Done" } };
const document = openApiSchema.parse({
  info: { title: "Greenroom", version: "1" },
  paths: {
    "/api/v1/workspaces/{workspace}/skills": {
      get: { tags: ["Skills"], summary: "List skills", responses: answer },
    },
    "/api/v1/workspaces/{workspace}/skills/{skill}/labels/{label}": {
      put: {
        tags: ["Labels"],
        summary: "Move a label",
        description: "With `expectedVersion` a lost race is told.",
        responses: answer,
      },
      delete: { tags: ["Labels"], summary: "Remove a label", responses: answer },
    },
  },
});

function open() {
  render(<ApiReferencePage document={document} origin="http://host" workspace="acme" />);
  return { user: userEvent.setup(), field: screen.getByRole("searchbox", { name: "Search the operations" }) };
}

describe("the API reference", () => {
  it("finds operations by path, method and meaning, and leaves out groups without any", async () => {
    const { user, field } = open();
    expect(screen.getByText("3 operations")).toBeVisible();
    await user.type(field, "label put");
    expect(screen.getByText("1 of 3")).toBeVisible();
    expect(screen.getByText("Move a label")).toBeVisible();
    expect(screen.getByText("Remove a label")).not.toBeVisible();
    expect(screen.getByText("List skills")).not.toBeVisible();
    await user.clear(field);
    await user.type(field, "nothing like it");
    expect(screen.getByText("No operation fits")).toBeVisible();
  });

  it("is searched with / and opened with Enter", async () => {
    const { user, field } = open();
    await user.keyboard("/");
    expect(field).toHaveFocus();
    await user.keyboard("move{Enter}");
    const entry = screen.getByText("Move a label").closest("details");
    expect(entry).toHaveAttribute("open");
    expect(entry?.querySelector("summary")).toHaveFocus();
  });

  it("shows what is between backticks as code", () => {
    open();
    expect(screen.getByText("expectedVersion").tagName).toBe("CODE");
    expect(screen.queryByText(/`/)).toBeNull();
  });

  it("names the key before the cookie", () => {
    open();
    const key = screen.getByText(
      /authorization: Bearer \$GREENROOM_KEY" 'http:\/\/host\/api\/v1\/workspaces\/acme\/skills/,
    );
    const cookie = screen.getByText(/sign-in\/email/);
    expect(key.compareDocumentPosition(cookie)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });
});
