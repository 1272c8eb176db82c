import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import * as edit from '@/shared/document-upload/photo/edit';
import { wholePicture } from '@/shared/document-upload/photo/geometry';
import * as join from '@/shared/document-upload/photo/join';
// Preloaded: on a busy machine the import may take longer than a test waits.
import '@/shared/document-upload/photo/photo-review';
import { question } from '@/lib/feedback';
import { aDocument, aRequest } from '@/test/doc-requests';
import { open, setStage, stage, upload } from '@/test/portal-stage';

vi.mock('@/shared/document-upload/photo/join');
vi.mock('@/shared/document-upload/photo/edit');
// Pictures have no size here.
vi.mock('@/shared/document-upload/fit-photo', () => ({ fitPhoto: async (file: File) => file }));

setStage();

const camera = () => document.querySelector('input[name=camera]') as HTMLInputElement;
const photo = (name: string) => new File(['jpeg'], name, { type: 'image/jpeg' });
/** What the camera gives back. */
const taken = (file: File) => fireEvent.change(camera(), { target: { files: [file] } });
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
/** The first button of the open document; only devices with a camera show it. */
const takePhoto = () => fireEvent.click(document.querySelector('[data-choose]') as HTMLElement);
const pressed = vi.fn();

beforeEach(() => {
  URL.createObjectURL = vi.fn(() => 'blob:photo');
  URL.revokeObjectURL = vi.fn();
  vi.mocked(join.isShowable).mockResolvedValue(true);
  vi.mocked(join.judge).mockResolvedValue([]);
  vi.mocked(join.joinPhotos).mockImplementation(
    async (photos, name) => new File([`%PDF of ${photos.map((each) => each.name)}`], name, { type: 'application/pdf' }),
  );
  pressed.mockReset();
  vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(pressed);
  const titles = ['PAN card', 'Passport', 'Payslip'];
  stage.request = aRequest(
    titles.map((documentTitle, at) => aDocument({ documentNo: at + 1, documentTitle, maxFiles: 1 })),
  );
});

test('a photo is shown before it is sent, and may be taken again', async () => {
  await open();
  takePhoto();
  expect(pressed).toHaveBeenCalledOnce();
  taken(photo('first.jpg'));
  const review = within(await screen.findByRole('dialog', { name: 'PAN card' }));
  expect(review.getByRole('img', { name: 'Page 1 of 1' })).toBeTruthy();
  expect(stage.uploads).toHaveLength(0);
  await press('Take again');
  expect(pressed).toHaveBeenCalledTimes(2);
  taken(photo('second.jpg'));
  await waitFor(() => expect(join.judge).toHaveBeenCalledTimes(2));
  await press('Use photo');
  expect((await upload(0)).declared.fileName).toBe('second.jpg');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'PAN card' })).toBeNull());
});

test('one press uses the photo and opens the camera for the next document', async () => {
  await open();
  takePhoto();
  taken(photo('pan.jpg'));
  await press('Use photo, next: Passport');
  expect(pressed).toHaveBeenCalledTimes(2);
  expect((await upload(0)).declared).toMatchObject({ documentNo: '1', fileName: 'pan.jpg' });
  taken(photo('passport.jpg'));
  await screen.findByRole('dialog', { name: 'Passport' });
  await press('Use photo, next: Payslip');
  expect((await upload(1)).declared).toMatchObject({ documentNo: '2', fileName: 'passport.jpg' });
});

test('what is wrong with a photo is said, and taking it again is the first choice', async () => {
  vi.mocked(join.judge).mockResolvedValue(['blurred', 'glare']);
  await open();
  takePhoto();
  taken(photo('pan.jpg'));
  expect(await screen.findByText(/This photo looks blurred/)).toBeTruthy();
  expect(screen.getByText(/Light is reflected/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /next:/ })).toBeNull();
  // It is the reader's choice.
  await press('Use photo');
  expect((await upload(0)).declared.fileName).toBe('pan.jpg');
});

test('several photos become one PDF, in the order of the reader and without what was removed', async () => {
  stage.request = aRequest([aDocument({ documentTitle: 'Letter: admission', documentTypes: 'pdf', maxFiles: 1 })]);
  await open();
  takePhoto();
  taken(photo('1.jpg'));
  for (const name of ['2.jpg', '3.jpg']) {
    await press('Add a page');
    taken(photo(name));
    await screen.findByRole('img', { name: `Page ${name[0]} of ${name[0]}` });
  }
  await press('Move page 3 forward');
  await press('Page 1 of 3');
  await press('Remove page 1');
  await press('Use 2 pages as one PDF');
  expect((await upload(0)).declared.fileName).toBe('Letter admission.pdf');
  expect(vi.mocked(join.joinPhotos).mock.calls[0]?.[0].map(({ name }) => name)).toEqual(['3.jpg', '2.jpg']);
});

test('a photo that cannot be shown is not reviewed: the document says what is wrong', async () => {
  vi.mocked(join.isShowable).mockResolvedValue(false);
  await open();
  takePhoto();
  taken(new File([], 'nothing.jpg', { type: 'image/jpeg' }));
  expect(await screen.findByText('This file is empty. Please choose another one.')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('closing asks before the photos are lost', async () => {
  await open();
  takePhoto();
  taken(photo('pan.jpg'));
  await press('Close');
  await waitFor(() => expect(question.get()?.kind).toBe('discard'));
  question.get()?.answer(true);
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'PAN card' })).toBeNull());
  expect(stage.uploads).toHaveLength(0);
});

test('a photo is rotated, and can be had back as it was taken', async () => {
  vi.mocked(edit.turned).mockImplementation(async ({ name }) => photo(`turned ${name}`));
  await open();
  takePhoto();
  taken(photo('pan.jpg'));
  await press('Rotate');
  await press('Undo changes');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo changes' })).toBeNull());
  await press('Rotate');
  await screen.findByRole('button', { name: 'Undo changes' });
  expect(vi.mocked(edit.turned).mock.calls.map(([{ name }]) => name)).toEqual(['pan.jpg', 'pan.jpg']);
  await press('Use photo');
  expect((await upload(0)).declared.fileName).toBe('turned pan.jpg');
});

test('corners are moved by keys, and what is between them is cut out', async () => {
  vi.mocked(edit.startCorners).mockResolvedValue(wholePicture);
  vi.mocked(edit.cropped).mockImplementation(async ({ name }) => photo(`cropped ${name}`));
  await open();
  takePhoto();
  taken(photo('pan.jpg'));
  await press('Crop and straighten');
  const corner = await screen.findByRole('button', { name: 'Top left corner' });
  await waitFor(() => expect(edit.startCorners).toHaveBeenCalled());
  fireEvent.keyDown(corner, { key: 'ArrowRight', shiftKey: true });
  fireEvent.keyDown(corner, { key: 'ArrowDown' });
  expect(screen.getByText('5 % from the left, 1 % from the top')).toBeTruthy();
  // A corner does not leave the picture.
  fireEvent.keyDown(screen.getByRole('button', { name: 'Top right corner' }), { key: 'ArrowRight' });
  await press('Crop and straighten');
  await press('Use photo');
  expect((await upload(0)).declared.fileName).toBe('cropped pan.jpg');
  const [, corners] = vi.mocked(edit.cropped).mock.calls[0] ?? [];
  expect(corners?.map(({ x, y }) => [x, y].map((value) => Number(value.toFixed(3))))).toEqual([
    [0.05, 0.005],
    [1, 0],
    [1, 1],
    [0, 1],
  ]);
});

test('a photo that cannot be changed stays, and says so', async () => {
  vi.mocked(edit.turned).mockRejectedValue(new Error('no memory'));
  await open();
  takePhoto();
  taken(photo('pan.jpg'));
  await press('Rotate');
  expect(await screen.findByRole('button', { name: 'Use photo' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Undo changes' })).toBeNull();
});

test('an original is sent as it was taken', async () => {
  stage.request = aRequest([aDocument({ documentTitle: 'PAN card', keepOriginal: true })]);
  await open();
  takePhoto();
  taken(photo('pan.jpg'));
  await screen.findByRole('button', { name: 'Use photo' });
  expect(screen.queryByRole('button', { name: 'Rotate' })).toBeNull();
});
