/** Comes first in every page and leads past the navigation, to the content. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="-top-10 absolute left-2 z-60 rounded-2 bg-accent px-3 py-1.5 text-accent-on focus:top-2"
    >
      Skip to content
    </a>
  );
}
