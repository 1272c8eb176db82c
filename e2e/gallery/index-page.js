/** One page with all screenshots, folder by folder. */
export function indexOf(files) {
  const folders = grouped(files);
  const sections = [...folders].map(
    ([folder, list]) => `<section id="${folder}"><h2>${folder}</h2><div>${list.map(figure).join('')}</div></section>`,
  );
  const links = [...folders.keys()].map((folder) => `<a href="#${folder}">${folder}</a>`).join(' ');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Docz: every screen</title><style>${style}</style>
<h1>Every screen</h1><nav>${links}</nav>${sections.join('\n')}</html>\n`;
}

const folderOf = (file) => file.split('/')[0];

function grouped(files) {
  const folders = new Map();
  for (const file of files) folders.set(folderOf(file), [...(folders.get(folderOf(file)) ?? []), file]);
  return folders;
}

const figure = (file) =>
  `<figure><a href="${file}"><img loading="lazy" src="${file}" alt=""></a><figcaption>${file.split('/')[1].replace('.png', '')}</figcaption></figure>`;

const style = `body{font:14px system-ui;margin:24px;color:#171a21}nav{position:sticky;top:0;padding:8px 0;background:#fff}
nav a{margin-right:12px}section>div{display:grid;gap:16px;grid-template-columns:repeat(auto-fill,minmax(300px,1fr))}
figure{margin:0}img{width:100%;border:1px solid #ddd;border-radius:6px}figcaption{padding:4px 0;color:#545b67}`;
