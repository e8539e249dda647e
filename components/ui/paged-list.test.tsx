import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { PagedList } from "./paged-list";
import type { PagedQuery } from "./paged-query";

function open(state: Partial<PagedQuery<string>>) {
  const list = {
    data: undefined,
    error: null,
    isSuccess: false,
    hasNextPage: false,
    isFetchingNextPage: false,
    fetchNextPage: vi.fn(),
    refetch: vi.fn(),
    ...state,
  };
  render(
    <PagedList
      list={list}
      loading="Loading words"
      failed="The words could not be read"
      empty={<p>No word</p>}
    >
      {(words) => <p>{words.join(", ")}</p>}
    </PagedList>,
  );
  return { list, user: userEvent.setup() };
}

describe("PagedList", () => {
  it("says that it is being read", () => {
    open({});
    expect(screen.getByRole("status")).toHaveTextContent("Loading words");
  });

  it("says why it could not be read, and asks again", async () => {
    const { list, user } = open({ error: new Error("The server is away.") });
    expect(screen.getByRole("alert")).toHaveTextContent("The words could not be readThe server is away.");
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(list.refetch).toHaveBeenCalledOnce();
  });

  it("says that there is nothing", () => {
    open({ isSuccess: true, data: { pages: [{ items: [] }] } });
    expect(screen.getByText("No word")).toBeVisible();
  });

  it("leads on from a page without items, and does not say that there is nothing", async () => {
    const { list, user } = open({ isSuccess: true, data: { pages: [{ items: [] }] }, hasNextPage: true });
    expect(screen.queryByText("No word")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Show more" }));
    expect(list.fetchNextPage).toHaveBeenCalledOnce();
  });

  it("shows the items of all pages in order, and leads to the next page while there is one", async () => {
    const pages = [{ items: ["one", "two"] }, { items: ["three"] }];
    const { list, user } = open({ isSuccess: true, data: { pages }, hasNextPage: true });
    expect(screen.getByText("one, two, three")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Show more" }));
    expect(list.fetchNextPage).toHaveBeenCalledOnce();
  });

  it("keeps what was read when the next reading fails", () => {
    open({ error: new Error("Away."), data: { pages: [{ items: ["one"] }] } });
    expect(screen.getByText("one")).toBeVisible();
  });
});
