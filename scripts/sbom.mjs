// Writes a CycloneDX bill of materials of what is shipped: the crates in the binary and the packages in the client.
// Usage: node scripts/sbom.mjs [FILE]. The same sources give the same bytes.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** SPDX joins alternatives with OR; older crates use a slash. */
const licences = (text) => (text ? [{ expression: text.replace(/\s*\/\s*/g, ' OR ') }] : undefined)

/** The checksums of Cargo.lock, by name and version. */
function checksums() {
  const lock = readFileSync(join(root, 'Cargo.lock'), 'utf8')
  const all = new Map()
  for (const block of lock.split('[[package]]').slice(1)) {
    const field = (name) => block.match(new RegExp(`^${name} = "(.*)"$`, 'm'))?.[1]
    all.set(`${field('name')}@${field('version')}`, field('checksum'))
  }
  return all
}

const TARGET = 'x86_64-unknown-linux-gnu'

function cargo(...args) {
  const common = ['--locked', '--features', 'jemalloc', '--manifest-path', join(root, 'crates/docz/Cargo.toml')]
  const streams = { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'inherit'] }
  return execFileSync('cargo', [...args, ...common], streams)
}

/** The crates that docz is built from, without those of tests. */
function crates() {
  const metadata = JSON.parse(cargo('metadata', '--format-version', '1', '--filter-platform', TARGET))
  // The metadata also names optional crates that are not switched on; the tree does not.
  const tree = cargo('tree', '--edges', 'normal,build', '--prefix', 'none', '--format', '{p}', '--target', TARGET)
  const used = new Set(tree.split('\n').map((line) => line.split(' ').slice(0, 2).join('@').replace('@v', '@')))
  const packages = new Map(metadata.packages.map((one) => [one.id, one]))
  const nodes = new Map(metadata.resolve.nodes.map((one) => [one.id, one]))
  const isUsed = (id) => used.has(`${packages.get(id).name}@${packages.get(id).version}`)
  const isShipped = (one) => one.dep_kinds.some(({ kind }) => kind === null || kind === 'build') && isUsed(one.pkg)
  const needs = (id) => nodes.get(id).deps.filter(isShipped).map((dependency) => dependency.pkg)
  const first = metadata.packages.find((one) => one.name === 'docz').id
  const found = new Set([first])
  for (const id of found) for (const next of needs(id)) found.add(next)
  const hashes = checksums()
  const reference = (id) => `pkg:cargo/${packages.get(id).name}@${packages.get(id).version}`
  const component = (id) => {
    const { name, version, license, source } = packages.get(id)
    const hash = hashes.get(`${name}@${version}`)
    return {
      type: 'library',
      'bom-ref': reference(id),
      name,
      version,
      ...(hash && { hashes: [{ alg: 'SHA-256', content: hash }] }),
      ...(source && license && { licenses: licences(license) }),
      purl: reference(id),
    }
  }
  const others = [...found].filter((id) => id !== first)
  const dependencies = [...found].map((id) => ({ ref: reference(id), dependsOn: needs(id).map(reference).sort() }))
  return { first: { ...component(first), type: 'application' }, components: others.map(component), dependencies }
}

/** The packages of the client that are not tools of its build. */
function npmPackages() {
  const lock = JSON.parse(readFileSync(join(root, 'web/package-lock.json'), 'utf8'))
  const shipped = Object.entries(lock.packages).filter(([path, one]) => path && !one.dev && !one.devOptional)
  const all = shipped.map(([path, one]) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const purl = `pkg:npm/${name.replace('@', '%40')}@${one.version}`
    const [kind, digest] = (one.integrity ?? '').split('-', 2)
    const content = kind === 'sha512' && Buffer.from(digest, 'base64').toString('hex')
    return {
      type: 'library',
      'bom-ref': purl,
      name,
      version: one.version,
      ...(content && { hashes: [{ alg: 'SHA-512', content }] }),
      ...(one.license && { licenses: licences(one.license) }),
      purl,
    }
  })
  return [...new Map(all.map((one) => [one.purl, one])).values()]
}

const { first, components, dependencies } = crates()
const client = npmPackages()
const byRef = (one, other) => ((one['bom-ref'] ?? one.ref) < (other['bom-ref'] ?? other.ref) ? -1 : 1)
const own = dependencies.find((one) => one.ref === first['bom-ref'])
own.dependsOn.push(...client.map((one) => one['bom-ref']).sort())
const bom = {
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  metadata: { component: first },
  components: [...components, ...client].sort(byRef),
  dependencies: [...dependencies, ...client.map((one) => ({ ref: one['bom-ref'] }))].sort(byRef),
}
const id = createHash('sha256').update(JSON.stringify(bom)).digest('hex')
const uuid = `${id.slice(0, 8)}-${id.slice(8, 12)}-4${id.slice(13, 16)}-8${id.slice(17, 20)}-${id.slice(20, 32)}`
const text = `${JSON.stringify({ serialNumber: `urn:uuid:${uuid}`, ...bom }, null, 1)}\n`
if (process.argv[2]) writeFileSync(process.argv[2], text)
else process.stdout.write(text)
