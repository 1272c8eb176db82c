import { describe, expect, it } from 'vitest';
import { DOCUMENTS, detailChanges, fromDetails, readDocuments } from './template-documents';

const stored = [
  {
    templateCode: 'HL',
    documentCode: 'PAN',
    sequenceNo: 2,
    mandatory: true,
    instructions: null,
    instructionsTa: 'இரு பக்கங்களும்',
    versionNumber: 4,
  },
  {
    templateCode: 'HL',
    documentCode: 'PHOTO',
    sequenceNo: 1,
    mandatory: false,
    instructions: 'Recent',
    versionNumber: 1,
  },
];

describe('the documents of a template', () => {
  it('stand in their order', () => {
    expect(fromDetails(stored).map((each) => each.documentCode)).toEqual(['PHOTO', 'PAN']);
    expect(fromDetails(stored)[0]).toEqual({
      documentCode: 'PHOTO',
      mandatory: false,
      instructions: 'Recent',
      instructionsTa: '',
    });
  });

  it('are as stored while nobody touched them', () => {
    expect(readDocuments({})).toBeNull();
    expect(readDocuments({ [DOCUMENTS]: '[]' })).toEqual([]);
  });

  it('change nothing when nothing changed', () => {
    expect(detailChanges('HL', stored, fromDetails(stored))).toEqual({ saved: [], updated: [], removed: [] });
  });

  it('are saved, updated with their version and removed as needed', () => {
    const [photo, pan] = fromDetails(stored);
    if (!photo || !pan) throw new Error('two documents');
    const next = [
      { ...pan, instructions: ' Both sides ' },
      { documentCode: 'ITR', mandatory: false, instructions: '', instructionsTa: ' ஐடிஆர் ' },
    ];
    const changes = detailChanges('HL', stored, next);
    expect(changes.saved).toEqual([
      {
        templateCode: 'HL',
        documentCode: 'ITR',
        sequenceNo: 2,
        mandatory: false,
        instructions: null,
        instructionsTa: 'ஐடிஆர்',
      },
    ]);
    expect(changes.updated).toEqual([
      {
        templateCode: 'HL',
        documentCode: 'PAN',
        sequenceNo: 1,
        mandatory: true,
        instructions: 'Both sides',
        instructionsTa: 'இரு பக்கங்களும்',
        versionNumber: 4,
      },
    ]);
    expect(changes.removed).toEqual([{ templateCode: 'HL', documentCode: 'PHOTO' }]);
  });

  it('are updated when only their order changed', () => {
    const changes = detailChanges('HL', stored, fromDetails(stored).reverse());
    expect(changes.updated.map((each) => [each.documentCode, each.sequenceNo])).toEqual([
      ['PAN', 1],
      ['PHOTO', 2],
    ]);
  });
});
