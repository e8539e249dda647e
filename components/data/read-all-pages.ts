type Page<Item> = { items: Item[]; nextCursor: string | null };

/** All of a list in its order, page by page, until an answer names no next one. `ask` is given what a query adds. */
export async function readAllPages<Item>(
  ask: (from: { cursor?: string }) => Promise<Page<Item>>,
): Promise<Item[]> {
  const items: Item[] = [];
  let from: { cursor?: string } | null = {};
  while (from) {
    const page: Page<Item> = await ask(from);
    items.push(...page.items);
    from = page.nextCursor ? { cursor: page.nextCursor } : null;
  }
  return items;
}
