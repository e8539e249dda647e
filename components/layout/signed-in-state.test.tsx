import { useMutation, useQuery } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { PathnameContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import { type ReactNode, useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Dialog } from "@/components/ui/dialog";
import type { Role } from "@/lib/access/permissions";
import { client, unwrap } from "@/lib/api/client";
import { stillRouter } from "@/lib/testing/browser/app-router";
import { CurrentWorkspace, useWorkspace } from "./current-workspace";
import { QueryProvider } from "./query-provider";
import { askWhoIsHere } from "./signed-in-state";
import { SignedOutNotice } from "./signed-out-notice";
import { WhoIsHere } from "./who-is-here";

const id = "0190a000-0000-7000-8000-000000000001";
const workspaceAs = (role: Role) => ({
  id,
  slug: "meridian",
  name: "Meridian",
  role,
  createdAt: "2026-01-01T00:00:00Z",
});
const sessionAs = (role: Role | null) => ({
  user: { id, name: "Ines", email: "ines@example.test", isOperator: false },
  workspaces: role === null ? [] : [workspaceAs(role)],
});

/** What the server says of who is here: a role, no membership, or that nobody is signed in. */
let here: Role | "removed" | "signed out" = "admin";
let asked: string[] = [];
/** How often each query was answered. */
let answers: Record<string, number> = {};
const refresh = vi.fn();

beforeEach(() => {
  here = "admin";
  asked = [];
  answers = {};
  refresh.mockClear();
  vi.stubGlobal("fetch", async (url: string | URL) => {
    asked.push(String(url));
    if (here !== "signed out") return Response.json(sessionAs(here === "removed" ? null : here));
    const problem = { type: "about:blank", title: "Not signed in", status: 401, detail: "Sign in first." };
    return Response.json({ ...problem, code: "UNAUTHENTICATED", traceId: "t" }, { status: 401 });
  });
});
afterEach(async () => {
  here = "admin";
  await act(() => askWhoIsHere());
  vi.unstubAllGlobals();
});

const session = sessionAs("admin");
const [workspace] = session.workspaces;

function aPage(children: ReactNode) {
  if (!workspace) throw new Error("There is no workspace.");
  return render(
    <AppRouterContext value={{ ...stillRouter, refresh }}>
      <PathnameContext value="/w/meridian/skills">
        <QueryProvider>
          <CurrentWorkspace session={session} workspace={workspace}>
            {children}
            <WhoIsHere />
          </CurrentWorkspace>
          <SignedOutNotice />
        </QueryProvider>
      </PathnameContext>
    </AppRouterContext>,
  );
}

function Saving() {
  const save = useMutation({
    mutationFn: () => unwrap(client.workspaces.workspaces.$get()),
    meta: { silent: true },
  });
  return (
    <>
      <textarea aria-label="Comment" />
      <button type="button" onClick={() => save.mutate()}>
        Save
      </button>
    </>
  );
}

function Asking() {
  const [isOpen, setOpen] = useState(true);
  return (
    <Dialog open={isOpen} onOpenChange={setOpen} title="Write a reason">
      <input aria-label="Reason" />
    </Dialog>
  );
}

function Shown({ name, staleTime }: { name: string; staleTime: number }) {
  useQuery({
    queryKey: [name, "meridian"],
    staleTime,
    queryFn: () => {
      answers[name] = (answers[name] ?? 0) + 1;
      return answers[name];
    },
  });
  return <p>{useWorkspace().role}</p>;
}

const signIn = () => screen.findByRole("link", { name: "Sign in" });

describe("a page whose sign-in has ended", () => {
  it("says so and keeps what was typed; the link leads back to the page, in a tab of its own", async () => {
    aPage(<Saving />);
    await userEvent.type(screen.getByLabelText("Comment"), "Half a thought");
    expect(screen.queryByText("You are signed out")).not.toBeInTheDocument();
    here = "signed out";
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("You are signed out")).toBeVisible();
    expect(await signIn()).toHaveAttribute("href", "/sign-in?next=%2Fw%2Fmeridian%2Fskills");
    expect(await signIn()).toHaveAttribute("target", "_blank");
    expect(screen.getByLabelText("Comment")).toHaveValue("Half a thought");
  });

  it("goes on when its person comes back signed in", async () => {
    aPage(<Shown name="library" staleTime={60_000} />);
    await waitFor(() => expect(answers).toEqual({ library: 1 }));
    here = "signed out";
    await act(() => askWhoIsHere());
    expect(screen.getByText("You are signed out")).toBeVisible();
    here = "admin";
    act(() => void window.dispatchEvent(new Event("focus")));
    await waitFor(() => expect(screen.queryByText("You are signed out")).not.toBeInTheDocument());
    await waitFor(() => expect(answers).toEqual({ library: 2 }));
  });

  it("notices by itself that somebody has signed in beside it", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    aPage(<Saving />);
    here = "signed out";
    await act(() => askWhoIsHere());
    expect(screen.getByText("You are signed out")).toBeVisible();
    here = "admin";
    act(() => void vi.advanceTimersByTime(10_000));
    vi.useRealTimers();
    await waitFor(() => expect(screen.queryByText("You are signed out")).not.toBeInTheDocument());
  });

  it("keeps a dialog open when the words about it are pressed", async () => {
    aPage(<Asking />);
    await userEvent.type(await screen.findByLabelText("Reason"), "Because");
    here = "signed out";
    await act(() => askWhoIsHere());
    // Pages underneath take no press while a dialog is open; these words do, by a style that is not loaded here.
    await userEvent.setup({ pointerEventsCheck: 0 }).click(screen.getByText("You are signed out"));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(screen.getByLabelText("Reason")).toHaveValue("Because");
  });

  it("says nothing of signing in when the server does not answer", async () => {
    aPage(<Saving />);
    vi.stubGlobal("fetch", async () => {
      throw new TypeError("no network");
    });
    await act(() => askWhoIsHere());
    expect(screen.queryByText("You are signed out")).not.toBeInTheDocument();
  });
});

describe("a page whose person may do less meanwhile", () => {
  it("shows the role of the moment, and asks again for all but what is being edited", async () => {
    aPage(
      <>
        <Shown name="sessions" staleTime={60_000} />
        <Shown name="draft" staleTime={Number.POSITIVE_INFINITY} />
      </>,
    );
    await waitFor(() => expect(answers).toEqual({ sessions: 1, draft: 1 }));
    await act(() => askWhoIsHere());
    expect(answers, "the same role: nothing to ask").toEqual({ sessions: 1, draft: 1 });
    here = "viewer";
    await act(() => askWhoIsHere());
    expect(screen.getAllByText("viewer")).toHaveLength(2);
    await waitFor(() => expect(answers).toEqual({ sessions: 2, draft: 1 }));
    expect(refresh).not.toHaveBeenCalled();
  });

  it("is another page for somebody who is no member any more", async () => {
    aPage(<Shown name="sessions" staleTime={60_000} />);
    here = "removed";
    await act(() => askWhoIsHere());
    expect(refresh).toHaveBeenCalledOnce();
  });

  it("asks once, however many have reason to at the same moment", async () => {
    aPage(<Saving />);
    await act(async () => {
      await Promise.all([askWhoIsHere(), askWhoIsHere(), askWhoIsHere()]);
    });
    expect(asked).toHaveLength(1);
  });
});
