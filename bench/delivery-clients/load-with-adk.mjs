// load-with-adk.mjs <node_modules> <folder ...>: last of all a list of the folders that the loader of @google/adk does not
// take, each with the reason.
import path from "node:path";
import { pathToFileURL } from "node:url";

const [modules = "", ...folders] = process.argv.slice(2);
const entry = path.join(modules, "@google/adk/dist/esm/index.js");
const { loadSkillFromDir, validateSkillDir } = await import(pathToFileURL(entry).href);

const refused = [];
for (const folder of folders) {
  const problems = await validateSkillDir(folder);
  const loaded = await loadSkillFromDir(folder).catch((error) => {
    problems.push(error.message);
    return null;
  });
  const name = path.basename(folder);
  if (loaded !== null && loaded.frontmatter.name !== name)
    problems.push(`it is called ${loaded.frontmatter.name}`);
  if (problems.length > 0) refused.push(`${name}: ${problems.join(" ").replaceAll("\n", " ")}`);
}
console.log(JSON.stringify(refused));
