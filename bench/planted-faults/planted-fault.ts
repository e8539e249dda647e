/** A change of one file: `find` stands in it once. */
export type Change = { readonly file: string; readonly find: string; readonly put: string };

/** What goes wrong in another harness, the change that would bring it here, and the tests that are red then. */
export type PlantedFault = {
  readonly fault: string;
  /** The change in words. */
  readonly putIn: string;
  readonly changes: readonly Change[];
  readonly tests: readonly (readonly [file: string, title: string])[];
};

/** A file's source with the fault in it. Throws where the place is not there, or not only once: the fault is out of date. */
export function plantIn(source: string, { file, find, put }: Change): string {
  const count = source.split(find).length - 1;
  if (count !== 1) throw new Error(`"${find.slice(0, 80)}" stands ${count} times in ${file}, not once.`);
  return source.replace(find, () => put);
}
