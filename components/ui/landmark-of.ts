/** Where an overlay of this element belongs: in its landmark, so that nothing lies outside of all of them. */
export function landmarkOf(element: Element | null): HTMLElement {
  // A dialog clips what is inside it, and is a region of its own.
  const landmark = element?.closest("[role=dialog], [role=alertdialog]")
    ? null
    : element?.closest("main, nav, header");
  return landmark instanceof HTMLElement ? landmark : document.body;
}
