// The picture that the imports draw: rooms, arrows between them, and whether any of these runs back up.
import { componentAreas, mayImport } from "../architecture-table.mjs";

const tables = { lib: mayImport, components: componentAreas };
/** What stands beside the sources, and is no part of what is built. */
const aside = /\.test\.tsx?$|\/fixtures\//;

/**
 * @param {{ from: string, to: string }[]} imports of files, by their paths from the project's root
 * @returns {{ folder: string, rooms: number, arrows: number, backUp: string[], mutual: string[] }[]}
 */
export function drawPicture(imports) {
  return Object.entries(tables).map(([folder, table]) => {
    const order = Object.keys(table);
    const roomOf = (file) => order.find((name) => file.startsWith(`${folder}/${name}/`));
    const arrows = new Map();
    for (const { from, to } of imports.filter((one) => !aside.test(one.from))) {
      const [above, below] = [roomOf(from), roomOf(to)];
      if (above && below && above !== below) arrows.set(`${above} -> ${below}`, [above, below]);
    }
    const pairs = [...arrows];
    return {
      folder,
      rooms: order.length,
      arrows: arrows.size,
      backUp: pairs
        .filter(([, [above, below]]) => order.indexOf(below) > order.indexOf(above))
        .map(([name]) => name),
      mutual: pairs
        .filter(([, [above, below]]) => above < below && arrows.has(`${below} -> ${above}`))
        .map(([, [above, below]]) => `${above} <-> ${below}`),
    };
  });
}

/** "lib: 58 rooms, 519 arrows, 0 back up, 0 mutual pairs" */
export const sayPicture = ({ folder, rooms, arrows, backUp, mutual }) =>
  `${folder}: ${rooms} rooms, ${arrows} arrows, ${backUp.length} back up, ${mutual.length} mutual pairs`;
