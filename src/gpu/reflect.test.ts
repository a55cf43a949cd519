import { expect, test } from 'vitest'
import { reflectShader } from './reflect.ts'

test('bindings, parameters, overrides and features are read from the text, comments are not', () => {
  const io = reflectShader(`
    enable subgroups;
    // @group(0) @binding(9) var<storage, read> old: array<f32>;
    struct Params { rows: u32, /* width: u32, */ scale: f32, offset: i32 }
    @group(0) @binding(1) var<storage, read_write> out: array<vec4<f32>>;
    @group(0) @binding(0) var<storage, read> x: array<f32>;
    @group(1) @binding(0) var<uniform> params: Params;
    override WORKGROUP: u32 = 64;
    @compute @workgroup_size(WORKGROUP) fn main() {}
  `)
  expect(io.storage).toEqual([
    { name: 'x', binding: 0, access: 'read' },
    { name: 'out', binding: 1, access: 'read_write' },
  ])
  expect(io.params).toEqual([
    { name: 'rows', type: 'u32', byteOffset: 0 },
    { name: 'scale', type: 'f32', byteOffset: 4 },
    { name: 'offset', type: 'i32', byteOffset: 8 },
  ])
  expect(io.overrides).toEqual(['WORKGROUP'])
  expect(io.features).toEqual(['subgroups'])
})

test('a shader without parameters has none', () => {
  expect(reflectShader('@group(0) @binding(0) var<storage> x: array<u32>;')).toEqual({
    storage: [{ name: 'x', binding: 0, access: 'read' }],
    params: [],
    overrides: [],
    features: [],
  })
})
