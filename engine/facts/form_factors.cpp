#include "facts/form_factors.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace planner {
namespace {

constexpr std::array<std::pair<std::string_view, BoardForm>, 22> kBoardNames{{
    {"MINIITX", BoardForm::mini_itx},
    {"MITX", BoardForm::mini_itx},
    {"ITX", BoardForm::mini_itx},
    {"MICROATX", BoardForm::micro_atx},
    {"MATX", BoardForm::micro_atx},
    {"UATX", BoardForm::micro_atx},
    {"ATX", BoardForm::atx},
    {"STANDARDATX", BoardForm::atx},
    {"FULLATX", BoardForm::atx},
    {"SSICEB", BoardForm::ssi_ceb},
    {"CEB", BoardForm::ssi_ceb},
    {"XLATX", BoardForm::xl_atx},
    {"EATX", BoardForm::eatx},
    {"EXTENDEDATX", BoardForm::eatx},
    {"SSIEEB", BoardForm::ssi_eeb},
    {"EEB", BoardForm::ssi_eeb},
    {"EATXEEB", BoardForm::ssi_eeb},
    {"EEBEATX", BoardForm::ssi_eeb},
    {"SSIEEB36", BoardForm::ssi_eeb},
    {"EEATX", BoardForm::ee_atx},
    {"ENHANCEDEATX", BoardForm::ee_atx},
    {"ENHANCEDEXTENDEDATX", BoardForm::ee_atx},
}};

bool starts_with(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

}  // namespace

std::string squeeze_name(std::string_view name) {
  std::string squeezed;
  for (const char c : name)
    if (std::isalnum(static_cast<unsigned char>(c)))
      squeezed += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return squeezed;
}

std::optional<BoardForm> board_form(std::string_view name) {
  const std::string squeezed = squeeze_name(name);
  for (const auto& [written, form] : kBoardNames)
    if (squeezed == written) return form;
  return std::nullopt;
}

bool takes_board(BoardForm chassis, BoardForm board) {
  using F = BoardForm;
  if (chassis == board || board == F::mini_itx) return true;
  switch (chassis) {
    case F::mini_itx:
      return false;
    case F::micro_atx:
      return false;
    case F::atx:
      return board == F::micro_atx;
    case F::ssi_ceb:
      return board == F::micro_atx || board == F::atx;
    case F::xl_atx:
      return board == F::micro_atx || board == F::atx;
    case F::eatx:
      return board == F::micro_atx || board == F::atx || board == F::ssi_ceb;
    case F::ssi_eeb:
      return board != F::xl_atx && board != F::ee_atx;
    case F::ee_atx:
      return true;
  }
  return false;
}

Outline outline_of(BoardForm form) {
  const auto mm = [](std::int64_t length, std::int64_t width) {
    return Outline{Length::from_base(length), Length::from_base(width)};
  };
  switch (form) {
    case BoardForm::mini_itx:
      return mm(170, 170);
    case BoardForm::micro_atx:
      return mm(244, 244);
    case BoardForm::atx:
      return mm(305, 244);
    case BoardForm::ssi_ceb:
      return mm(305, 267);
    case BoardForm::xl_atx:
      return mm(345, 262);
    case BoardForm::eatx:
      return mm(305, 330);
    case BoardForm::ssi_eeb:
      return mm(305, 330);
    case BoardForm::ee_atx:
      return mm(347, 330);
  }
  return {};
}

std::string socket_name(std::string_view name) {
  std::string socket = squeeze_name(name);
  if (starts_with(socket, "SOCKET")) socket.erase(0, 6);
  if (starts_with(socket, "FCLGA")) socket.erase(0, 2);
  if (starts_with(socket, "TR") || starts_with(socket, "WRX")) socket.insert(socket.begin(), 'S');
  return socket;
}

std::string psu_form_name(std::string_view name) {
  const std::string form = squeeze_name(name);
  return form == "PS2" || form == "ATX12V" || form == "ATXPS2" || form == "ATX3" ? "ATX" : form;
}

bool is_desktop_psu_form(std::string_view name) {
  constexpr std::array<std::string_view, 5> kDesktop{"ATX", "SFX", "SFXL", "TFX", "FLEXATX"};
  const std::string form = psu_form_name(name);
  return std::find(kDesktop.begin(), kDesktop.end(), form) != kDesktop.end();
}

}  // namespace planner
