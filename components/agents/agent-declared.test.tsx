import { render, renderHook, screen } from "@testing-library/react";
import axe from "axe-core";
import type { ReactNode } from "react";
import { describe, expect, it } from "vitest";
import { InWorkspace } from "@/components/layout/fixtures/in-workspace";
import type { Role } from "@/lib/access/permissions";
import { AgentDeclared } from "./agent-declared";
import { useAgentBlocked } from "./use-agent-blocked";

const words = "Desk is kept in greenroom.yaml. Change it there, and apply the file.";
const blockedFor = (role: Role, declaredIn: string | null) =>
  renderHook(() => useAgentBlocked({ name: "Desk", declaredIn }), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <InWorkspace viewerRole={role}>{children}</InWorkspace>
    ),
  }).result.current;

describe("an agent that a configuration file keeps", () => {
  it("says so, with the way to the configuration", async () => {
    const { container } = render(
      <AgentDeclared workspace="meridian" agent={{ name: "Desk", declaredIn: "greenroom.yaml" }} />,
    );
    expect(screen.getByText(words, { exact: false })).toBeVisible();
    expect(screen.getByRole("link", { name: "Configuration" })).toHaveAttribute(
      "href",
      "/w/meridian/settings/configuration",
    );
    expect((await axe.run(container)).violations).toEqual([]);
  });

  it("says nothing of one that is kept here", () => {
    const { container } = render(
      <AgentDeclared workspace="meridian" agent={{ name: "Desk", declaredIn: null }} />,
    );
    expect(container).toBeEmptyDOMElement();
  });

  it("is nobody's to change here; of others the role decides", () => {
    expect(blockedFor("admin", "greenroom.yaml")).toBe(words);
    expect(blockedFor("admin", null)).toBeUndefined();
    expect(blockedFor("viewer", "greenroom.yaml")).toMatch(/admin/);
  });
});
