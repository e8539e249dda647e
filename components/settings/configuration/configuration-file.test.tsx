import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import axe from "axe-core";
import { afterEach, describe, expect, it, vi } from "vitest";
import { InWorkspace } from "@/components/layout/fixtures/in-workspace";
import type { Role } from "@/lib/access/permissions";
import type { WrittenConfiguration } from "@/lib/declared/schema";
import { ConfigurationFile } from "./configuration-file";

const written: WrittenConfiguration = {
  file: "team.yaml",
  text: "agents:\n  - name: Desk\n",
  notes: ["Team: its token is in no file."],
};

function open(answer: () => Response, { role = "admin" }: { role?: Role } = {}) {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    asked.push(String(url).split("/").slice(-2).join("/"));
    return answer();
  });
  const { container } = render(
    <InWorkspace viewerRole={role}>
      <ConfigurationFile />
    </InWorkspace>,
  );
  return { asked, container, person: userEvent.setup() };
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("what is here, as a file", () => {
  it("is shown when somebody asks, with what it does not hold, and saved under its name", async () => {
    const { asked, container, person } = open(() => Response.json(written));
    expect(asked).toEqual([]);
    screen.getByRole("button", { name: "Show as YAML" }).focus();
    await person.keyboard("{Enter}");
    expect(await screen.findByRole("region", { name: "team.yaml" })).toHaveTextContent("name: Desk");
    expect(screen.getByText("Team: its token is in no file.")).toBeVisible();
    expect(asked).toEqual(["configuration/file"]);
    expect((await axe.run(container)).violations).toEqual([]);

    const saved: { name: string; size: number }[] = [];
    let size = 0;
    Object.assign(URL, {
      createObjectURL: (content: Blob) => {
        size = content.size;
        return "blob:file";
      },
      revokeObjectURL: () => undefined,
    });
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      saved.push({ name: this.download, size });
    });
    await person.click(screen.getByRole("button", { name: "Download team.yaml" }));
    expect(saved).toEqual([{ name: "team.yaml", size: written.text.length }]);
  });

  it("says why it could not be written, and is asked for again", async () => {
    const problem = { title: "Busy", status: 503, code: "BUSY", detail: "The server is busy.", traceId: "a" };
    let answers = 0;
    const { person } = open(() => {
      answers += 1;
      return answers === 1 ? Response.json(problem, { status: 503 }) : Response.json(written);
    });
    await person.click(screen.getByRole("button", { name: "Show as YAML" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("The file could not be written");
    await person.click(screen.getByRole("button", { name: "Show as YAML" }));
    expect(await screen.findByRole("region", { name: "team.yaml" })).toBeVisible();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("is not for who may not edit agents, and says so", async () => {
    const { asked, person } = open(() => Response.json(written), { role: "reviewer" });
    await person.click(screen.getByRole("button", { name: "Show as YAML" }));
    expect(asked).toEqual([]);
    expect(screen.getByRole("button", { name: "Show as YAML" })).toHaveAccessibleDescription(/admin/i);
  });
});
