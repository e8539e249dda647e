/**
 * Puts the focus back where a dialog came from. A dialog opened from a menu cannot know: by the time it opens, the
 * menu's item has gone. Waits until the dialog has let go of the focus.
 */
export function focusSoon(selector: string): void {
  requestAnimationFrame(() => {
    setTimeout(() => {
      if (document.activeElement === document.body) document.querySelector<HTMLElement>(selector)?.focus();
    });
  });
}
