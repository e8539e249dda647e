import { screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { openPage } from "@/components/layout/fixtures/open-page";
import { SkillFiles } from "./skill-files";

const listed = { path: "scripts/run", size: 9, sha256: "a".repeat(64), executable: true };

function open(guessedKind: "text" | "binary", answer: { kind: "text"; text: string } | { kind: "binary" }) {
  const files = [{ ...listed, guessedKind }];
  return openPage(
    <SkillFiles workspace="meridian" skill="notes" files={files} version={null} initialPath="scripts/run" />,
    { answers: { "GET /skills/notes/draft/file": { ...listed, ...answer } } },
  );
}

afterEach(() => vi.unstubAllGlobals());

it("shows the text of a file whose name does not say that it is text", async () => {
  open("binary", { kind: "text", text: "echo hello" });
  expect(await screen.findByText("echo hello")).toBeInTheDocument();
});

it("says of a file that it is executable, in the list and above its text", async () => {
  open("text", { kind: "text", text: "echo hello" });
  expect(await screen.findByText("9 B, executable")).toBeInTheDocument();
  expect(screen.getByRole("button", { name: /^run.*executable/ })).toBeInTheDocument();
});

it("says of bytes under a text's name that they are none", async () => {
  open("text", { kind: "binary" });
  expect(await screen.findByText("This file is not text. Download it to look at it.")).toBeInTheDocument();
});
