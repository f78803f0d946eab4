// SPDX-License-Identifier: MIT
// Fields to an EXIF block; libexif sorts, lays out and links the directories.
#include "prism_exif.h"

#include <errno.h>
#include <libexif/exif-data.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 65533, BYTE_ORDER_OF_BLOCK = EXIF_BYTE_ORDER_INTEL };

static const ExifIfd ifds[] = {EXIF_IFD_0, EXIF_IFD_1, EXIF_IFD_EXIF, EXIF_IFD_GPS};

static void put_numbers(uint8_t *to, const prism_exif_field *field) {
    for (uint32_t i = 0; i < field->count; i++) {
        if (field->type == PRISM_EXIF_SHORT) {
            exif_set_short(to + 2 * i, BYTE_ORDER_OF_BLOCK, (ExifShort)field->numbers[i]);
        } else if (field->type == PRISM_EXIF_LONG) {
            exif_set_long(to + 4 * i, BYTE_ORDER_OF_BLOCK, field->numbers[i]);
        } else {
            ExifRational value = {field->numbers[2 * i], field->numbers[2 * i + 1]};
            exif_set_rational(to + 8 * i, BYTE_ORDER_OF_BLOCK, value);
        }
    }
}

static size_t unit(uint32_t type) {
    switch (type) {
    case PRISM_EXIF_BYTE:
    case PRISM_EXIF_ASCII:
    case PRISM_EXIF_UNDEFINED:
        return 1;
    case PRISM_EXIF_SHORT:
        return 2;
    case PRISM_EXIF_LONG:
        return 4;
    case PRISM_EXIF_RATIONAL:
    case PRISM_EXIF_SRATIONAL:
        return 8;
    default:
        return 0;
    }
}

static int fill(ExifEntry *entry, ExifMem *memory, const prism_exif_field *field) {
    size_t size = unit(field->type) * field->count;
    entry->data = exif_mem_alloc(memory, (ExifLong)size);
    if (!entry->data)
        return -ENOMEM;
    entry->tag = (ExifTag)field->tag;
    entry->format = (ExifFormat)field->type;
    entry->components = field->count;
    entry->size = (unsigned)size;
    if (field->numbers)
        put_numbers(entry->data, field);
    else
        memcpy(entry->data, field->bytes, size);
    return 0;
}

static int add(ExifData *data, ExifMem *memory, const prism_exif_field *field) {
    size_t size = unit(field->type);
    bool wants_numbers = size > 1;
    if (field->ifd > PRISM_EXIF_GPS || size == 0 || field->count == 0 ||
        field->count > MOST_BYTES || (wants_numbers ? !field->numbers : !field->bytes))
        return -EINVAL;
    ExifEntry *entry = exif_entry_new_mem(memory);
    if (!entry)
        return -ENOMEM;
    int result = fill(entry, memory, field);
    if (result == 0)
        exif_content_add_entry(data->ifd[ifds[field->ifd]], entry);
    exif_entry_unref(entry);
    return result;
}

static int add_thumbnail(ExifData *data, ExifMem *memory, const uint8_t *bytes, size_t size) {
    if (size > MOST_BYTES)
        return -E2BIG;
    data->data = exif_mem_alloc(memory, (ExifLong)size);
    if (!data->data)
        return -ENOMEM;
    memcpy(data->data, bytes, size);
    data->size = (unsigned)size;
    return 0;
}

static int save(ExifData *data, uint8_t **block, size_t *size) {
    unsigned char *saved = NULL;
    unsigned saved_size = 0;
    exif_data_save_data(data, &saved, &saved_size);
    if (!saved)
        return -ENOMEM;
    if (saved_size > MOST_BYTES) {
        free(saved);
        return -E2BIG;
    }
    *block = saved;
    *size = saved_size;
    return 0;
}

int prism_exif_build(const prism_exif_field *fields, size_t count, const uint8_t *thumbnail,
                     size_t thumbnail_size, uint8_t **block, size_t *size) {
    ExifMem *memory = exif_mem_new_default();
    ExifData *data = memory ? exif_data_new_mem(memory) : NULL;
    int result = data ? 0 : -ENOMEM;
    if (data)
        exif_data_set_byte_order(data, BYTE_ORDER_OF_BLOCK);
    for (size_t i = 0; i < count && result == 0; i++)
        result = add(data, memory, &fields[i]);
    if (result == 0 && thumbnail)
        result = add_thumbnail(data, memory, thumbnail, thumbnail_size);
    if (result == 0)
        result = save(data, block, size);
    if (data)
        exif_data_unref(data);
    if (memory)
        exif_mem_unref(memory);
    return result;
}

void prism_exif_free(uint8_t *block) {
    free(block);
}
