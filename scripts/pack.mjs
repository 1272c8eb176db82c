// Writes a .br and a .gz file next to every text file of a folder.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const folder = process.argv[2]
for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath ?? entry.path, entry.name)
  if (!entry.isFile() || !/\.(js|css|svg|json|txt)$/.test(path)) continue
  const plain = readFileSync(path)
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } }
  writeFileSync(`${path}.br`, brotliCompressSync(plain, best))
  writeFileSync(`${path}.gz`, gzipSync(plain, { level: 9 }))
}
